"""One deal of Hand and Foot on a plain table: what is legal, what a move does."""

import copy
import random

from .hand_and_foot_cards import (
    RED_THREE,
    WILD_CARDS,
    Mismatch,
    canonical,
    card_value,
    cards_of_meld,
    has_needed_books,
    is_clean,
    number_of_teams,
    sort_cards,
    total_value,
)
from .hand_and_foot_melding import (
    apply_meld_move,
    cards_of_move,
    meld_moves,
    most_meldable,
    open_meld,
    put_down,
)

EFFECT_ORDER = ["reshuffle", "draw", "red_three", "picked_up", "book", "foot", "out", "points"]
STATE_FIELDS = [
    "hands", "feet", "in_foot", "stock", "discard", "melds", "opened", "opening_points",
    "red_threes", "turn", "phase", "aside", "round", "dealer", "scores",
]  # fmt: skip


class Table:
    """A deal in progress; the fields are those of the replay's STATE."""

    def __init__(self, rules, n_players):
        """Make an empty table; `from_state` fills it."""
        self.rules = rules
        self.n_players = n_players
        self.n_teams = number_of_teams(rules, n_players)
        self.decisions = 0  # CO-5: in this deal
        self.over = False
        self.went_out = None
        self.effects = []
        self.recorded = []
        self.rng = None
        self.where = "table"

    @classmethod
    def from_state(cls, rules, n_players, state, decisions=0):
        """Set up the position that a replay's STATE describes."""
        table = cls(rules, n_players)
        for field in STATE_FIELDS:
            setattr(table, field, copy.deepcopy(state[field]))
        table.decisions = decisions
        return table

    def state(self):
        """Give the position as a replay's STATE."""
        state = {field: copy.deepcopy(getattr(self, field)) for field in STATE_FIELDS}
        state["hands"] = [sort_cards(hand) for hand in self.hands]
        state["aside"] = sort_cards(self.aside)
        return state

    # ---- what the seat to act has and may do

    @property
    def team(self):
        """Give the team of the seat to act."""
        return self.turn % self.n_teams  # HF-1

    @property
    def hand(self):
        """Give the hand of the seat to act."""
        return self.hands[self.turn]

    @property
    def minimum(self):
        """Give this round's least opening meld."""
        return self.rules["minimums"][self.round - 1]  # HF-5

    def legal(self):
        """List every legal move."""
        if self.over:
            return []
        if self.phase == "draw":  # HF-6
            moves = [{"draw": self.rules["draw_count"]}]
            if self.can_take():
                moves.append({"take_pile": self.take_size()})
            return moves
        melds = meld_moves(self.rules, self.hand, self.melds[self.team])  # HF-8
        moves = [move for move in melds if self.leaves_no_dead_end(cards_of_move(move), move)]
        for card in sort_cards(set(self.hand)):
            if self.may_discard():
                moves.append({"discard": card})
        return moves

    def take_size(self):
        """Count the cards that taking the pile yields."""
        return min(self.rules["pile_take"], len(self.discard))  # HF-9

    def take_is_possible(self):
        """Tell whether HF-9 alone allows the pile to be taken."""
        if not self.discard:
            return False
        top = self.discard[-1]
        if top in ("3R", "3B") or top in WILD_CARDS:  # HF-9, HF-10
            return False
        if self.hand.count(top) < 2:  # HF-9
            return False
        meld = open_meld(self.melds[self.team], top)
        return meld is None or len(cards_of_meld(meld)) <= 4  # HF-9

    def can_take(self):
        """Tell whether the pile can be taken under HF-9 and HF-16a."""
        return self.take_is_possible() and self.leaves_no_dead_end([self.discard[-1]] * 3, None)

    def leaves_no_dead_end(self, cards, move):
        """Judge a meld, an add, or a take (move None) of these cards by HF-16a."""
        hand = list(self.hand)
        melds = copy.deepcopy(self.melds[self.team])
        n_left = len(hand) + len(self.aside) - len(cards)
        if move is None:
            hand.remove(cards[0])
            hand.remove(cards[0])
            put_down(melds, cards[0], cards)
            n_left += self.take_size()  # the top card is one of the three
        else:
            apply_meld_move(hand, melds, move)
        if self.in_foot[self.turn]:
            least = 1 if has_needed_books(self.rules, melds) else 2
            if n_left < least:  # HF-16a, first point
                return False
        if self.opened[self.team]:
            return True
        points = (self.opening_points or 0) + total_value(self.rules, cards)
        if points >= self.minimum:
            return True
        return points + most_meldable(self.rules, hand, melds) >= self.minimum  # HF-16a, second

    def may_discard(self):
        """Tell whether a card may be discarded (any one as well as another)."""
        if not self.opened[self.team] and self.opening_points is not None:
            return False  # HF-16a, third point
        if self.in_foot[self.turn] and len(self.hand) + len(self.aside) == 1:
            return has_needed_books(self.rules, self.melds[self.team])  # HF-16, HF-16a
        return True

    # ---- what a move does

    def play(self, move, recorded_effects=(), rng=None, where="table"):
        """Carry out a move; return its effects.

        A reshuffle's order comes from `rng`, or else from the recorded effects.
        """
        self.effects = []
        self.recorded = list(recorded_effects)
        self.rng = rng
        self.where = where
        if "draw" in move:
            self._draw()
        elif "take_pile" in move:
            self._take_pile()
        elif "discard" in move:
            self._discard(move["discard"])
        else:
            cards = cards_of_move(move)
            meld = apply_meld_move(self.hand, self.melds[self.team], move)
            self._after_melding(meld, cards)
        self.decisions += 1  # CO-4, CO-5
        if self.over:
            self._score_round()
        return sorted(self.effects, key=lambda effect: EFFECT_ORDER.index(next(iter(effect))))

    def _draw(self):
        drawn = []
        for _ in range(self.rules["draw_count"]):  # HF-6
            card = self._next_card()
            if card is None:
                self.over = True  # HF-18: at once
                break
            drawn.append(card)
        if drawn:
            self.effects.append({"draw": {"seat": self.turn, "cards": drawn}})
        self.hand.extend(card for card in drawn if card != RED_THREE)
        self._lay_red_threes(drawn.count(RED_THREE))  # HF-7
        self.phase = "meld"

    def _next_card(self):
        """Take the stock's next card; None if no draw is possible any more."""
        if not self.stock and self.stock_can_be_made():
            self._reshuffle()
        return self.stock.pop(0) if self.stock else None

    def stock_can_be_made(self):
        """Tell whether the pile could become a new stock."""
        return self.rules["stock_end"] == "reshuffle" and len(self.discard) >= 2  # HF-18

    def _reshuffle(self):
        cards = self.discard[:-1]  # HF-18: the pile but its top card
        if self.rng is not None:
            order = list(cards)
            self.rng.shuffle(order)
        else:
            found = [effect["reshuffle"] for effect in self.recorded if "reshuffle" in effect]
            if len(found) != 1:
                raise Mismatch(self.where, "reshuffles recorded", "one", found)
            order = list(found[0])
            if sorted(order) != sorted(cards):
                raise Mismatch(self.where, "cards reshuffled", sort_cards(cards), order)
        self.stock = list(order)
        self.discard = self.discard[-1:]
        self.effects.append({"reshuffle": order})

    def _lay_red_threes(self, number):
        """Lay so many red threes of the seat to act, then replace them one by one."""
        to_replace = number
        self.red_threes[self.team] += number  # HF-7, HF-15: laid first
        while to_replace:
            to_replace -= 1
            card = self._next_card()
            self.effects.append({"red_three": {"seat": self.turn, "replaced_by": card}})
            if card is None:
                self.over = True  # HF-18
            elif card == RED_THREE:
                self.red_threes[self.team] += 1
                to_replace += 1
            else:
                self.hand.append(card)

    def _take_pile(self):
        taken = self.discard[-self.take_size() :]  # HF-9
        self.discard = self.discard[: -len(taken)]
        self.effects.append({"picked_up": {"seat": self.turn, "cards": taken}})
        top = taken[-1]
        self.hand.remove(top)
        self.hand.remove(top)
        if self.opened[self.team]:
            self.hand.extend(taken[:-1])
        else:
            self.aside = taken[:-1]  # HF-9a
        self.phase = "meld"
        meld = put_down(self.melds[self.team], top, [top] * 3)
        self._after_melding(meld, [top] * 3)

    def _after_melding(self, meld, cards):
        if meld["closed"]:  # HF-13
            book = {"team": self.team, "rank": meld["rank"], "clean": is_clean(meld)}
            self.effects.append({"book": book})
        if not self.opened[self.team]:  # HF-14
            points = (self.opening_points or 0) + total_value(self.rules, cards)
            self.opened[self.team] = points >= self.minimum
            self.opening_points = None if self.opened[self.team] else points
        if self.opened[self.team]:
            self.hand.extend(self.aside)  # HF-9a
            self.aside = []
        if not self.hand and not self.aside and not self.in_foot[self.turn]:
            self._take_up_foot()  # HF-15

    def _take_up_foot(self):
        foot = self.feet[self.turn]
        self.feet[self.turn] = []
        self.in_foot[self.turn] = True
        self.effects.append({"foot": self.turn})
        self.hand.extend(card for card in foot if card != RED_THREE)
        self._lay_red_threes(foot.count(RED_THREE))  # HF-15

    def _discard(self, card):
        self.hand.remove(card)
        self.discard.append(card)
        if not self.hand:
            if self.in_foot[self.turn]:
                self.went_out = self.turn  # HF-16
                self.effects.append({"out": {"seat": self.turn}})
                self.over = True  # HF-18
            else:
                self._take_up_foot()  # HF-15: for the next turn
        if self.over:
            return
        self.turn = (self.turn + 1) % self.n_players  # CO-1, HF-8
        self.phase = "draw"
        # HF-18: no stock at the start of a turn, and nothing to take.
        if not self.stock and not self.stock_can_be_made() and not self.can_take():
            self.over = True

    def _score_round(self):
        """Write the round's points and add them to the scores."""  # HF-19
        points = []
        for team in range(self.n_teams):
            total = self.red_threes[team] * self.rules["red_three_points"]  # HF-7
            for meld in self.melds[team]:
                total += total_value(self.rules, cards_of_meld(meld))
                if meld["closed"]:  # HF-13
                    total += self.rules["clean_book" if is_clean(meld) else "dirty_book"]
            for seat in range(team, self.n_players, self.n_teams):
                left = self.hands[seat] + self.feet[seat]
                total -= sum(card_value(self.rules, card) for card in left)
            if self.went_out is not None and self.went_out % self.n_teams == team:
                total += self.rules["going_out_bonus"]  # HF-17
            points.append(total)
        self.scores = [score + more for score, more in zip(self.scores, points, strict=True)]
        self.effects.append({"points": points})


# ---- the brute-force view of HF-16a


def moves_before_16a(table):
    """List what HF-8 to HF-16 allow, the dead ends of HF-16a included."""
    team, hand = table.team, table.hand
    moves = meld_moves(table.rules, hand, table.melds[team])
    begun = not table.opened[team] and table.opening_points is not None
    if begun:
        return moves  # HF-14: what this turn began must reach the minimum
    last_card = table.in_foot[table.turn] and len(hand) == 1
    if last_card and not has_needed_books(table.rules, table.melds[team]):
        return moves  # HF-16
    return moves + [{"discard": card} for card in sort_cards(set(hand))]


def can_complete(table, through_foot=False, seen=None):
    """Tell whether any continuation of the current turn ends it legally.

    All of them are tried, so hands must be small. An opening may not count on
    the unseen foot (HF-16a) unless `through_foot`.
    """
    seen = {} if seen is None else seen
    key = canonical(table.state())
    if key not in seen:
        moves = moves_before_16a(table)
        # HF-18: the turn is over too if a foot's draw found no stock.
        seen[key] = table.over or any(completes(table, m, through_foot, seen) for m in moves)
    return seen[key]


def completes(table, move, through_foot=False, seen=None):
    """Tell whether the turn can be ended legally after this move."""
    if "discard" in move:
        return True  # HF-8
    following = copy.deepcopy(table)
    following.play(move, rng=random.Random(0))
    foot_taken = following.in_foot[table.turn] and not table.in_foot[table.turn]
    if foot_taken and not following.opened[table.team] and not through_foot:
        return False
    return can_complete(following, through_foot, seen)
