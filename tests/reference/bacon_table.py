"""The table of Bacon for the referee: what is legal, and what a move brings about."""

from __future__ import annotations

from typing import Any

from .bacon_cards import WILD, Move, beats, combinations, sort_cards
from .bacon_options import Rules

State = dict[str, Any]
Effect = dict[str, Any]

# BA-17, BA-18: points by place for the team of the first player out.
WINNERS_POINTS = {"partners": [0, 4, 2, 1], "six": [0, 8, 4, 2, 1, 0]}


class Table:
    """One game in progress. `deal_over`, `game_over` and `unfinished` say how it stands."""

    def __init__(self, rules: Rules, n_players: int) -> None:
        self.rules = rules
        self.n_players = n_players
        self.with_teams = rules["mode"] != "applewood"
        self.n_sides = 2 if self.with_teams else n_players
        self.game_over = False
        self.unfinished = False
        self.load({"scores": [0] * self.n_sides, "hands": [[] for _ in range(n_players)]})

    @classmethod
    def from_state(cls, rules: Rules, n_players: int, state: State) -> Table:
        """Set up a position; fields that are not given are those of a deal's start."""
        table = cls(rules, n_players)
        table.load(state)
        return table

    def load(self, state: State) -> None:
        """Take over a state of the replay format."""
        self.hands = [sort_cards(hand) for hand in state["hands"]]
        self.set_aside = list(state.get("set_aside", []))
        self.to_beat: Move | None = state.get("to_beat")
        self.passes = state.get("passes", 0)
        self.dealer = state.get("dealer", self.n_players - 1)
        # BA-9: the player on the dealer's left leads. BA-10: and may not hand over.
        self.turn = state.get("turn", (self.dealer + 1) % self.n_players)
        self.phase = state.get("phase", "play")
        self.out = list(state.get("out", []))
        self.deal_no = state.get("deal_no", 1)
        self.scores = list(state.get("scores", [0] * self.n_sides))
        self.decisions = 0
        self.deal_over = False

    def start_deal(self, hands: list[list[str]], set_aside: list[str], dealer: int) -> None:
        """Begin the next deal with fresh cards."""
        fresh = {
            "hands": hands,
            "set_aside": set_aside,
            "dealer": dealer,
            "deal_no": self.deal_no + 1,
            "scores": self.scores,
        }
        self.load(fresh)

    def state(self) -> State:
        """Give the position as the replay format lists it."""
        to_beat = None
        if self.to_beat is not None:
            to_beat = {**self.to_beat, "cards": list(self.to_beat["cards"])}
        return {
            "hands": [list(hand) for hand in self.hands],
            "set_aside": list(self.set_aside),
            "to_beat": to_beat,
            "passes": self.passes,
            "turn": self.turn,
            "phase": self.phase,
            "out": list(self.out),
            "dealer": self.dealer,
            "deal_no": self.deal_no,
            "scores": list(self.scores),
        }

    def side_of(self, seat: int) -> int:
        """Give a seat's team, or the seat itself without teams."""
        return seat % 2 if self.with_teams else seat

    def seats_in(self) -> list[int]:
        """List the seats still in."""
        return [seat for seat in range(self.n_players) if seat not in self.out]

    def next_in(self, seat: int) -> int:
        """Give the next player still in on the left."""
        for step in range(1, self.n_players + 1):
            candidate = (seat + step) % self.n_players
            if candidate not in self.out:  # CO-6
                return candidate
        raise AssertionError("nobody is still in")

    def lead_seats(self, winner: int) -> list[int]:
        """List the seats to which the winner of a round may give the lead."""
        # BA-13: without teams nobody is asked.
        if not self.with_teams:
            return []
        # BA-10: each partner still in.
        seats = [
            seat
            for seat in self.seats_in()
            if seat != winner and self.side_of(seat) == self.side_of(winner)
        ]
        # BA-11: a winner who is out may also name the next player still in.
        if winner in self.out and self.next_in(winner) not in seats:
            seats.append(self.next_in(winner))
        return seats

    def legal(self) -> list[Move]:
        """List all legal moves of the seat in turn, each once."""
        hand = self.hands[self.turn]
        ranks, suits = self.rules["ranks"], self.rules["suits"]
        moves: list[Move] = []
        if self.to_beat is not None:
            pile = self.to_beat
            # BA-9: a higher combination, or a pass, which is always allowed.
            found = combinations(hand, ranks, suits, lambda kind, rank: beats(kind, rank, pile))
            moves.extend({"play": combination} for combination in found)
            moves.append({"pass": True})
            return moves
        # BA-9: on lead one may not pass. BA-11: who is out only hands over.
        if self.turn not in self.out:
            moves.extend({"play": found} for found in combinations(hand, ranks, suits))
        if self.phase == "lead":
            moves.extend({"lead": seat} for seat in self.lead_seats(self.turn))
        return moves

    def play(self, move: Move) -> list[Effect]:
        """Apply a legal move and give its effects."""
        if self.deal_over:
            raise ValueError("the deal is over")
        self.decisions += 1
        if "lead" in move:
            effects: list[Effect] = []
            # BA-10: once only; the receiver must lead.
            self.turn = move["lead"]
            self.phase = "play"
        elif "pass" in move:
            effects = self.pass_turn()
        else:
            effects = self.put_down(move["play"])
        # CO-5: the deal has not ended with decision number `max_turns`.
        if not self.deal_over and self.decisions >= self.rules["max_turns"]:
            self.unfinished = True
        return effects

    def pass_turn(self) -> list[Effect]:
        """Pass; the round may end with it."""
        assert self.to_beat is not None
        self.passes += 1
        owner = self.to_beat["seat"]
        # BA-10: as many passes in a row as players still in, the owner not counted.
        others = [seat for seat in self.seats_in() if seat != owner]
        if self.passes < len(others):
            self.turn = self.next_in(self.turn)
            return []
        # BA-10: the owner wins the round, the pile is cleared.
        self.to_beat = None
        self.passes = 0
        self.turn = owner
        if not self.with_teams and owner in self.out:
            self.turn = self.next_in(owner)  # BA-13
        # replay: `lead` exactly when a lead(seat) move is legal.
        self.phase = "lead" if self.lead_seats(owner) else "play"
        return [{"round_won": owner}]

    def put_down(self, combination: Move) -> list[Effect]:
        """Play a combination; the player may go out and the deal may end with it."""
        seat = self.turn
        for card in combination["cards"]:
            self.hands[seat].remove(card)
        self.to_beat = {"seat": seat, **combination, "cards": list(combination["cards"])}
        self.passes = 0
        self.phase = "play"
        effects: list[Effect] = []
        if not self.hands[seat]:
            # BA-12: out on playing the last card.
            self.out.append(seat)
            effects.append({"out": {"seat": seat, "place": len(self.out)}})
            if self.ends_naturally() or self.ends_early():
                points = self.deal_points()
                effects.append({"points": points})
                self.close_deal(points)
                return effects
        self.turn = self.next_in(seat)
        return effects

    def ends_naturally(self) -> bool:
        """Say whether the deal has been played to its end."""
        if not self.with_teams:
            return len(self.seats_in()) == 1  # BA-13
        # BA-12: all of one team are out.
        return len({self.side_of(seat) for seat in self.seats_in()}) == 1

    def ends_early(self) -> bool:
        """Say whether the game is won before the deal's end."""
        # BA-21: `partners` and `six` only; `play_out` plays every deal to its end.
        if self.rules["mode"] not in WINNERS_POINTS or self.rules["play_out"]:
            return False
        winners = self.side_of(self.out[0])
        certain = self.scores[winners] + self.deal_points()[winners]
        # BA-21: certain of the target.
        if 0 < self.rules["target"] <= certain:
            return True
        # BA-21: the last deal, ahead or level before it. The extra deal is
        # entered level, so that the first player out always ends it.
        if self.deal_no >= self.rules["deals"]:
            return bool(self.scores[winners] >= self.scores[1 - winners])
        return False

    def deal_points(self) -> list[int]:
        """Give the deal's points by side, those certain if it ends here.

        The places still open go first to the other sides, last to the side of
        the first player out. At a natural end only one side has places open.
        """
        winners = self.side_of(self.out[0])
        still_in = self.seats_in()
        others = [seat for seat in still_in if self.side_of(seat) != winners]
        own = [seat for seat in still_in if self.side_of(seat) == winners]
        points = [0] * self.n_sides
        # BA-16: members not out get the points of the places left.
        for place, seat in enumerate(self.out + others + own):
            side = self.side_of(seat)
            if self.rules["mode"] in WINNERS_POINTS:
                # BA-16, BA-17, BA-18: only the team of the first player out scores.
                if side == winners:
                    points[side] += WINNERS_POINTS[self.rules["mode"]][place]
            else:
                # BA-19, BA-20: all score, a team the sum of its members.
                points[side] += self.rules["applewood_points"][place]
        return points

    def close_deal(self, points: list[int]) -> None:
        """Add the points and decide whether the game is over."""
        self.deal_over = True
        for side in range(self.n_sides):
            self.scores[side] += points[side]
        target = self.rules["target"]
        last_deal = self.deal_no >= self.rules["deals"]
        if 0 < target <= max(self.scores):
            self.game_over = True
        elif self.rules["mode"] in WINNERS_POINTS:
            # BA-21: level after the last deal, one more deal.
            self.game_over = last_deal and self.scores[0] != self.scores[1]
        else:
            # Modes: no last-deal rule and no extra deal in `applewood` and `chunky`.
            self.game_over = last_deal

    def next_dealer(self) -> int:
        """Give the dealer of the next deal."""
        # BA-15: without teams the deal passes to the left.
        if not self.with_teams:
            return (self.dealer + 1) % self.n_players
        # BA-15: the team with the higher total, or that of the first player out.
        team = self.side_of(self.out[0])
        if self.scores[0] != self.scores[1]:
            team = 0 if self.scores[0] > self.scores[1] else 1
        for step in range(1, self.n_players + 1):
            seat = (self.dealer + step) % self.n_players
            if self.side_of(seat) == team:
                return seat
        raise AssertionError("a team without players")

    def result(self) -> list[dict[str, Any]]:
        """Give the result by seat."""
        if self.unfinished:
            # CO-5: no places, no win, no loss, the score of the finished deals.
            return [
                {
                    "seat": seat,
                    "place": None,
                    "score": self.scores[self.side_of(seat)],
                    "wins": None,
                    "loses": None,
                }
                for seat in range(self.n_players)
            ]
        best, worst = max(self.scores), min(self.scores)
        results = []
        for seat in range(self.n_players):
            score = self.scores[self.side_of(seat)]
            results.append(
                {
                    "seat": seat,
                    # CO-7: 1 + the number of sides with a better score.
                    "place": 1 + sum(1 for other in self.scores if other > score),
                    "score": score,
                    # CO-7: one win and one loss, shared equally.
                    "wins": 1 / self.scores.count(best) if score == best else 0,
                    "loses": 1 / self.scores.count(worst) if score == worst else 0,
                }
            )
        return results


def deck(rules: Rules) -> list[str]:
    """List the natural cards, sorted."""
    suits = "abcd"[: rules["suits"]]
    cards = [f"{rank}{suit}" for rank in range(1, rules["ranks"] + 1) for suit in suits]
    return sort_cards(cards * rules["copies"])


def wilds(rules: Rules) -> list[str]:
    """List the X of one hand."""
    return [WILD] * rules["wilds_each"]
