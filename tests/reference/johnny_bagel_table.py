"""A table of Johnny Bagel, played slowly and by the letter of the rule book.

Public: ``Table`` with ``legal``, ``play`` and ``state``, and ``start_state`` for a fresh deal.
Cards, moves, effects and states are those of the replay JSON.
"""

from __future__ import annotations

import itertools
from typing import Any

from .johnny_bagel_rules import ASKING_ORDER, RANKS

HAND_SIZE = 3  # JB-7, JB-13
FACE_UP_SIZE = 3  # JB-7
FACE_DOWN_SIZE = 6  # JB-7

STATE_FIELDS = [
    "hands",
    "face_up",
    "face_down",
    "stock",
    "pile",
    "burnt",
    "turn",
    "direction",
    "requirement",
    "out",
    "dealer",
    "phase",
    "opening",
]

Move = dict[str, Any]
Effect = dict[str, Any]


def copied(value: Any) -> Any:
    """Return a copy of a JSON value that shares no list or dict with it."""
    if isinstance(value, list):
        return [copied(part) if isinstance(part, list | dict) else part for part in value]
    return dict(value) if isinstance(value, dict) else value


def in_order(cards: list[str]) -> list[str]:
    """Return the cards sorted by rank, Jokers last."""
    return sorted(cards, key=RANKS.index)


def first_to_play(rules: dict[str, Any], hands: list[list[str]], dealer: int) -> int:
    """Return the seat that starts the play."""
    n_players = len(hands)
    clockwise = [(dealer + step) % n_players for step in range(1, n_players + 1)]
    if rules["starter"] == "left_of_dealer":  # JB-10
        return clockwise[0]
    for rank in ASKING_ORDER:  # JB-9: from the dealer's left, the dealer last
        for seat in clockwise:
            if rank in hands[seat]:
                return seat
    raise ValueError("nobody holds a card")


def start_state(rules: dict[str, Any], cards: dict[str, Any], dealer: int) -> dict[str, Any]:
    """Return the state after the deal; ``cards`` has hands, face_up, face_down and stock."""
    hands = [in_order(hand) for hand in cards["hands"]]
    if rules["exchange"]:  # JB-8: from the dealer's left
        turn, phase = (dealer + 1) % len(hands), "exchange"
    else:
        turn, phase = first_to_play(rules, hands, dealer), "play"
    return {
        "hands": hands,
        "face_up": [in_order(face_up) for face_up in cards["face_up"]],
        "face_down": [list(face_down) for face_down in cards["face_down"]],
        "stock": list(cards["stock"]),
        "pile": [],
        "burnt": [],
        "turn": turn,
        "direction": 1,  # CO-1: each deal starts clockwise
        "requirement": None,  # JB-6a: the start
        "out": [],
        "dealer": dealer,
        "phase": phase,
        "opening": True,
    }


class Table:
    """One deal in progress."""

    def __init__(self, rules: dict[str, Any], state: dict[str, Any]) -> None:
        state = {name: copied(state[name]) for name in STATE_FIELDS}
        self.rules = rules
        self.effects = {rank: set(kinds) for rank, kinds in rules["effects"].items()}
        self.hands: list[list[str]] = state["hands"]
        self.face_up: list[list[str]] = state["face_up"]
        self.face_down: list[list[str]] = state["face_down"]
        self.stock: list[str] = state["stock"]
        self.pile: list[str] = state["pile"]
        self.burnt: list[str] = state["burnt"]
        self.turn: int = state["turn"]
        self.direction: int = state["direction"]
        self.requirement: dict[str, str] | None = state["requirement"]
        self.out: list[int] = state["out"]
        self.dealer: int = state["dealer"]
        self.phase: str = state["phase"]
        self.opening: bool = state["opening"]
        self.n_players = len(self.hands)

    @classmethod
    def from_state(cls, rules: dict[str, Any], state: dict[str, Any]) -> Table:
        """Set up any position; rules are effective, the state is as in a replay."""
        return cls(rules, state)

    def state(self) -> dict[str, Any]:
        """Return a copy of the state as a replay writes it."""
        return {name: copied(getattr(self, name)) for name in STATE_FIELDS}

    def over(self) -> bool:
        """Say whether one player alone has cards left."""
        return len(self.out) >= self.n_players - 1  # JB-18

    def bagel(self) -> int:
        """Return the one seat left when the deal is over."""
        (seat,) = [seat for seat in range(self.n_players) if seat not in self.out]  # JB-18
        return seat

    # ---- what may be played ----

    def legal(self) -> list[Move]:
        """Return each legal move once; none when the deal is over."""
        if self.over():
            return []
        if self.phase == "exchange":
            return self.exchange_moves()
        if self.hands[self.turn]:
            moves = self.hand_plays() + self.combined_plays()
        elif self.face_up[self.turn]:  # JB-14: hand empty (and so the stock)
            moves = self.plays_from("face_up", self.face_up[self.turn])
        else:
            return [{"turn": True}]  # JB-15: a single move, no voluntary pick-up (JB-12)
        stuck = not moves
        willing = self.rules["voluntary_pickup"] and bool(self.pile)  # JB-12
        if stuck or willing:
            moves = moves + self.pick_ups()
        return moves

    def exchange_moves(self) -> list[Move]:
        """Return one move for each distinct choice of three of the six known cards."""
        known = in_order(self.hands[self.turn] + self.face_up[self.turn])
        choices = []
        for choice in itertools.combinations(known, FACE_UP_SIZE):  # JB-8
            if list(choice) not in choices:
                choices.append(list(choice))
        return [{"face_up": choice} for choice in choices]

    def meets_requirement(self, rank: str) -> bool:
        """Say whether a card of this rank may lie on the pile now."""
        if "anytime" in self.effects[rank] or self.requirement is None:  # JB-4, JB-6a
            return True
        if "at_least" in self.requirement:  # JB-6a: its rank or higher
            return RANKS.index(rank) >= RANKS.index(self.requirement["at_least"])
        return RANKS.index(rank) <= RANKS.index(self.requirement["at_most"])  # JB-6a: or lower

    def banned_finish(self, rank: str, number: int) -> bool:
        """Say whether this many cards would be a forbidden way to go out."""
        if self.rules["special_finish"] or not self.effects[rank]:  # JB-19
            return False
        if not self.pile:  # JB-19: on an empty pile the ban does not hold
            return False
        return not self.stock and self.cards_left(self.turn) == number  # JB-19

    def cards_left(self, seat: int) -> int:
        """Return how many cards a seat has in hand and on the table."""
        return len(self.hands[seat]) + len(self.face_up[seat]) + len(self.face_down[seat])

    def opening_rank(self) -> str | None:
        """Return the rank that must be played now, if the deal opens with one."""
        if not self.opening or self.rules["starter"] != "lowest":  # JB-10
            return None
        for rank in ASKING_ORDER:  # JB-9
            if rank in self.hands[self.turn]:
                return rank
        return None

    def playable(self, rank: str, number: int) -> bool:
        """Say whether this many cards of a rank may be played."""
        asked = self.opening_rank()
        if asked is not None and rank != asked:  # JB-9: cards of the rank asked for
            return False
        return self.meets_requirement(rank) and not self.banned_finish(rank, number)

    def plays_from(self, place: str, cards: list[str]) -> list[Move]:
        """Return the plays of one or more cards of one rank from hand or face_up."""
        moves = []
        for rank in RANKS:
            for number in range(1, cards.count(rank) + 1):  # JB-11, JB-14
                if self.playable(rank, number):
                    moves.append({"play": [rank] * number, "from": place})
        return moves

    def hand_plays(self) -> list[Move]:
        """Return the plays from the hand alone."""
        return self.plays_from("hand", self.hands[self.turn])  # JB-11

    def combined_plays(self) -> list[Move]:
        """Return the plays of the whole hand together with face-up cards of its rank."""
        hand = self.hands[self.turn]
        if not self.rules["combine"] or self.stock or len(set(hand)) != 1:  # JB-16
            return []
        rank = hand[0]
        moves = []
        for added in range(1, self.face_up[self.turn].count(rank) + 1):  # JB-16
            number = len(hand) + added
            if self.playable(rank, number):
                moves.append({"play": [rank] * number, "from": "both"})
        return moves

    def pick_ups(self) -> list[Move]:
        """Return the ways to take the pile."""
        on_the_table = not self.hands[self.turn]
        if on_the_table and self.rules["take_face_up"]:  # JB-14: only with a face-up card
            ranks = [rank for rank in RANKS if rank in self.face_up[self.turn]]
            return [{"pick_up": True, "take": rank} for rank in ranks]
        return [{"pick_up": True}]  # JB-12

    # ---- playing ----

    def play(self, move: Move) -> list[Effect]:
        """Apply a legal move and return its effects in the order of the replay JSON."""
        if move not in self.legal():
            raise ValueError(f"not legal: {move}")
        if "face_up" in move:
            return self.exchange(move["face_up"])
        if "turn" in move:
            return self.turn_card()
        if "pick_up" in move:
            return self.pick_up(move)
        self.remove_played(move)
        return self.lay(move["play"][0], len(move["play"]))

    def exchange(self, chosen: list[str]) -> list[Effect]:
        """Lay the chosen cards face up and keep the others."""
        hand = self.hands[self.turn] + self.face_up[self.turn]
        for card in chosen:
            hand.remove(card)
        self.hands[self.turn] = in_order(hand)  # JB-8: exactly three stay in hand
        self.face_up[self.turn] = in_order(chosen)
        if self.turn == self.dealer:  # JB-8: each seat once, from the dealer's left
            self.phase = "play"
            self.turn = first_to_play(self.rules, self.hands, self.dealer)
        else:
            self.turn = (self.turn + 1) % self.n_players
        return []

    def remove_played(self, move: Move) -> None:
        """Take the played cards from hand or table."""
        hand, face_up = self.hands[self.turn], self.face_up[self.turn]
        for card in move["play"]:
            if move["from"] == "hand":
                hand.remove(card)  # JB-11
            elif move["from"] == "face_up":
                face_up.remove(card)  # JB-14
            elif hand:
                hand.remove(card)  # JB-16: all of the hand,
            else:
                face_up.remove(card)  # JB-16: then the others

    def turn_card(self) -> list[Effect]:
        """Turn a face-down card and play it or take it."""
        card = self.face_down[self.turn][0]
        can_be_played = self.meets_requirement(card) and not self.banned_finish(card, 1)  # JB-19
        self.face_down[self.turn].pop(0)
        turned = {"turned": card}
        if can_be_played:  # JB-15
            return [turned, *self.lay(card, 1)]
        return [turned, *self.take_pile([card])]  # JB-15

    def pick_up(self, move: Move) -> list[Effect]:
        """Take the pile, with a face-up card where one goes along."""
        if "take" in move:  # JB-14
            self.face_up[self.turn].remove(move["take"])
            return self.take_pile([move["take"]])
        return self.take_pile([])

    def take_pile(self, along: list[str]) -> list[Effect]:
        """Take the pile and the cards along into the hand; the turn is over."""
        seat = self.turn
        taken = self.pile + along
        self.hands[seat] = in_order(self.hands[seat] + taken)  # JB-12
        self.pile = []
        self.requirement = None  # JB-6a: a pick-up
        effects: list[Effect] = [{"picked_up": {"seat": seat, "cards": taken}}]
        effects += self.draw(seat)  # JB-13: also when the turn ended with a pick-up
        effects += self.pass_turn(0)  # JB-12, JB-13a
        return effects

    def lay(self, rank: str, number: int) -> list[Effect]:
        """Put cards, already taken from the player, on the pile with all that follows."""
        kinds = self.effects[rank]
        seat = self.turn
        effects: list[Effect] = []
        self.opening = False
        self.pile += [rank] * number
        if "reverse" in kinds:  # JB-4: once a play
            self.direction = -self.direction
            effects.append({"reverse": True})
        run = self.run_on_top()  # JB-6: before any burn by effect, after reverse
        if run or "burn" in kinds:
            effects.append({"burn": self.pile})
            self.burnt += self.pile
            self.pile = []
        self.set_requirement(rank, burned=run or "burn" in kinds)
        went_out = self.cards_left(seat) == 0 and not self.stock
        if went_out:  # JB-17
            self.out.append(seat)
            effects.append({"out": {"seat": seat, "place": len(self.out)}})
            if self.over():  # JB-18
                return effects
        elif run or "again" in kinds:  # JB-4, JB-6
            effects.append({"again": True})
            if not self.hands[seat]:  # JB-13: an emptied hand draws at once
                effects += self.draw(seat)
            return effects
        effects += self.draw(seat)  # JB-13
        skips = number if "skip" in kinds and not run else 0  # JB-4; JB-6: a run voids skip
        return effects + self.pass_turn(skips)  # JB-17: an again passes to the next player

    def run_on_top(self) -> bool:
        """Say whether the top cards of the pile are a run that burns."""
        length = self.rules["burn_run"]
        if length == 0 or len(self.pile) < length:  # JB-6: 0 is off
            return False
        return len(set(self.pile[-length:])) == 1

    def set_requirement(self, rank: str, *, burned: bool) -> None:
        """Set the requirement after a play of this rank."""
        kinds = self.effects[rank]
        if burned or "reset" in kinds:  # JB-6a
            self.requirement = None
        elif "transparent" in kinds:  # JB-6a: unchanged
            pass
        elif "lower" in kinds:  # JB-6a
            self.requirement = {"at_most": rank}
        else:  # JB-6a: any other card, also one that is only anytime
            self.requirement = {"at_least": rank}

    def draw(self, seat: int) -> list[Effect]:
        """Fill the hand up to three cards while the stock lasts."""
        drawn: list[str] = []
        while len(self.hands[seat]) + len(drawn) < HAND_SIZE and self.stock:  # JB-13
            drawn.append(self.stock.pop(0))
        self.hands[seat] = in_order(self.hands[seat] + drawn)
        return [{"draw": {"seat": seat, "cards": drawn}}] if drawn else []

    def pass_turn(self, skips: int) -> list[Effect]:
        """Step 1 + skips places among the players still in."""
        passed = []
        for _ in range(skips):  # JB-13a: the player counts as a place
            self.turn = self.next_in(self.turn)
            passed.append(self.turn)
        self.turn = self.next_in(self.turn)
        return [{"skip": passed}] if passed else []

    def next_in(self, seat: int) -> int:
        """Return the next seat still in, in the direction of play."""
        seat = (seat + self.direction) % self.n_players
        while seat in self.out:  # CO-6, JB-13a
            seat = (seat + self.direction) % self.n_players
        return seat
