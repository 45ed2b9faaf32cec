"""One deal of Le Huit américain, played clause by clause from the rule book.

`Table` holds a position in ordinary lists, lists its legal moves, plays one and
says what it brought about.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Sequence
from typing import Any

from .huit_americain_chance import Mismatch, RandomChance, RecordedChance
from .huit_americain_rules import (
    JOKER,
    SUITS,
    height,
    in_order,
    is_forbidden_last,
    is_ordinary,
    penalty_of,
    rank_of,
    suit_of,
    text,
)

ATTACK_SIZE = {"A": 2, "2": 2, JOKER: 5}  # HA-7
STACKING_OPTION = {"2": "two_stacking", JOKER: "joker_stacking"}  # HA-8
CARTE = 2  # HA-13: the number of cards that must be announced
FORGOTTEN_DRAW = 2  # HA-13
STATE_FIELDS = [
    "hands", "stock", "pile", "suit", "attack", "drawn", "buried", "turn",
    "direction", "dealer", "deal_no", "scores",
]


class Table:
    """A position of one deal, with the moves and effects of the rule book.

    Parameters
    ----------
    rules
        Effective options.
    state
        The fields of a replay's STATE.
    forget_rates
        One chance a seat; without it the rules' `forget_rate` for all.
    rng
        Source of chance where no recorded effects are given.
    """

    def __init__(
        self,
        rules: dict[str, Any],
        state: dict[str, Any],
        forget_rates: Sequence[float] | None = None,
        rng: random.Random | None = None,
    ) -> None:
        self.rules = rules
        self.hands = [in_order(hand) for hand in state["hands"]]
        self.stock, self.pile = list(state["stock"]), list(state["pile"])
        self.suit: str | None = state["suit"]
        self.attack: dict[str, Any] | None = copy.deepcopy(state["attack"])
        self.drawn: str | None = state["drawn"]
        self.buried = list(state["buried"])
        self.turn, self.direction = state["turn"], state["direction"]
        self.dealer, self.deal_no = state["dealer"], state["deal_no"]
        self.scores = list(state["scores"])
        self.forget_rates = list(forget_rates or [rules["forget_rate"]] * len(self.hands))
        self.rng = rng
        self.idle = 0  # HA-12a: idle turns in a row
        self.decisions = 0  # CO-5
        self.ending: str | None = None  # "out", "blocked" or "unfinished"
        self.effects: list[dict[str, Any]] = []
        self.chance: RecordedChance | RandomChance = RecordedChance([])

    @classmethod
    def from_state(
        cls,
        rules: dict[str, Any],
        state: dict[str, Any],
        forget_rates: Sequence[float] | None = None,
        rng: random.Random | None = None,
    ) -> Table:
        """Set up a position as a replay's STATE gives it, no idle turn before it."""
        return cls(rules, state, forget_rates, rng)

    def state(self) -> dict[str, Any]:
        """Give the position as a replay's STATE."""
        return {name: copy.deepcopy(getattr(self, name)) for name in STATE_FIELDS}

    # ---- the moves -------------------------------------------------------

    def legal(self) -> list[dict[str, Any]]:
        """List every legal move once."""
        if self.ending:
            return []
        hand = self.hands[self.turn]
        if self.is_naming():  # HA-4: the dealer's first move names the suit
            return [{"name": suit} for suit in SUITS]
        if self.attack is not None:  # HA-8
            answers = [card for card in hand if rank_of(card) == self.attack["rank"]]
            answers = [card for card in answers if not self._is_barred_as_last(card)]
            return [*self._plays(answers), {"accept": self.attack["sum"]}]
        if self.drawn is not None:  # HA-10, play_drawn
            return [*self._plays([self.drawn]), {"keep": True}]
        moves = self._plays(self._legal_cards(hand))
        if self._can_draw() and (not moves or self.rules["voluntary_draw"]):  # HA-10
            moves.append({"draw": 1})
        return moves or [{"pass": True}]  # HA-12

    def is_naming(self) -> bool:
        """Tell whether the dealer has to name an active Bergère's suit (HA-4).

        No suit is asked for only then, or on an inert Joker.
        """
        return self.suit is None and self.rules["bergere_special"] == "active"

    def _legal_cards(self, hand: list[str]) -> list[str]:
        """Cards of the hand that may be played, no attack pending."""
        cards = [card for card in hand if self._fits(card, hand)]
        return [card for card in cards if not self._is_barred_as_last(card)]

    def _fits(self, card: str, hand: list[str]) -> bool:
        """HA-5, HA-6 or HA-7 allows the card, beside this whole hand."""
        rank, top_rank = rank_of(card), rank_of(self.pile[-1])
        if self.suit is None:  # HA-4: on an inert Joker every card is legal
            return True
        if rank in ("8", JOKER):  # HA-7, HA-9: anything but an Ace
            return top_rank != "A"
        if rank == top_rank:  # HA-6
            return True
        if rank == "A" and self.rules["ace_anywhere"]:  # HA-7
            return True
        if suit_of(card) != self.suit:
            return False
        if is_ordinary(card) and self.rules["follow_highest"]:  # HA-5
            others = [other for other in hand if is_ordinary(other)]
            return height(card) == max(
                height(other) for other in others if suit_of(other) == self.suit
            )
        return True  # HA-5 or HA-7: the suit asked for

    def _is_barred_as_last(self, card: str) -> bool:
        """HA-14: a forbidden rank is not legal as a last card."""
        return len(self.hands[self.turn]) == 1 and is_forbidden_last(self.rules, card)

    def _plays(self, cards: list[str]) -> list[dict[str, Any]]:
        """Moves that play these cards, each once."""
        moves: list[dict[str, Any]] = []
        eights = [card for card in cards if rank_of(card) == "8"]
        for card in in_order(list(set(cards))):
            if rank_of(card) == "8" and card != in_order(eights)[0]:
                continue  # HA-7: the 8 that leaves is the one of lowest suit
            if rank_of(card) in ("8", JOKER):  # HA-7: one move a named suit
                moves += [{"play": card, "suit": suit} for suit in SUITS]
            else:
                moves.append({"play": card})
        return moves

    def _can_draw(self) -> bool:
        """HA-12: there is a stock, or a pile to make one of."""
        return bool(self.stock) or len(self.pile) > 1

    # ---- playing ---------------------------------------------------------

    def open_deal(
        self, recorded_effects: list[dict[str, Any]] | None = None
    ) -> list[dict[str, Any]]:
        """Begin the deal whose Bergère lies on the pile; give the effects."""
        self._start_effects(recorded_effects)
        bergere = self.pile[-1]
        self.attack, self.drawn = None, None
        self.direction = 1  # CO-1
        self.turn = self._after(self.dealer)  # HA-3
        self.suit = suit_of(bergere)  # HA-3, HA-4; a Joker has none
        if self.rules["bergere_special"] == "active":  # HA-4: as if played by the dealer
            if rank_of(bergere) in ("8", JOKER):
                self.suit, self.turn = None, self.dealer
            else:
                self._carry_out(self.dealer, rank_of(bergere), 0)
        return copy.deepcopy(self.effects)

    def play(
        self, move: dict[str, Any], recorded_effects: list[dict[str, Any]] | None = None
    ) -> list[dict[str, Any]]:
        """Play a legal move; give its effects, as a replay lists them.

        Raises
        ------
        Mismatch
            If the move is not legal or a recorded outcome is not possible.
        """
        legal = self.legal()
        if text(move) not in [text(other) for other in legal]:
            raise Mismatch("move", f"one of {legal}", move)
        self._start_effects(recorded_effects)
        self.decisions += 1
        seat = self.turn
        if "play" in move:
            self._play_card(seat, move["play"], move.get("suit"))
        elif "draw" in move:
            self._draw_one(seat)
        elif "accept" in move:
            self._accept(seat, move["accept"])
        elif "keep" in move:
            self.drawn = None
            self._pass_turn_to(self._after(seat))
        elif "pass" in move:
            self._count_idle_turn(seat)
        else:  # HA-4: name; a Joker's draw or attack follows, an 8 has no other effect
            self.suit = move["name"]
            self._carry_out(seat, rank_of(self.pile[-1]), 0)
        if not self.ending and self.decisions >= self.rules["max_turns"]:
            self.ending = "unfinished"  # CO-5
        return copy.deepcopy(self.effects)

    def _start_effects(self, recorded: list[dict[str, Any]] | None) -> None:
        self.effects = []
        if recorded is not None:
            self.chance = RecordedChance(recorded)
        elif self.rng is not None:
            self.chance = RandomChance(self.rng)
        else:
            self.chance = RecordedChance([])

    def _after(self, seat: int) -> int:
        """Give the seat whose turn follows, in the present direction (CO-1)."""
        return int((seat + self.direction) % len(self.hands))

    def _play_card(self, seat: int, card: str, named: str | None) -> None:
        """Put a card on the pile and carry out its effect."""
        self.hands[seat].remove(card)
        self.pile.append(card)
        self.suit = named or suit_of(card)  # HA-6, HA-7
        self.drawn = None
        self.idle = 0  # HA-12a
        chain = self.attack["sum"] if self.attack else 0
        self.attack = None
        if self.hands[seat]:
            self._carry_out(seat, rank_of(card), chain)
            return
        if self.rules["last_card_effect"] and rank_of(card) in ATTACK_SIZE:  # HA-15
            self._draw(self._after(seat), self._attack_sum(rank_of(card), chain))
        self._end_deal({"out": {"seat": seat}}, "out")  # HA-14

    def _attack_sum(self, rank: str, chain: int) -> int:
        """HA-8: Aces add up only under `ace_stacking`; chain is 0 without one."""
        if rank == "A" and not self.rules["ace_stacking"]:
            return ATTACK_SIZE[rank]
        return ATTACK_SIZE[rank] + chain

    def _carry_out(self, seat: int, rank: str, chain: int) -> None:
        """HA-7: the effect of a card that was not the last one; pass the turn."""
        victim = self._after(seat)
        loses_turn = False
        if rank in ATTACK_SIZE:
            total = self._attack_sum(rank, chain)
            if rank == "A" or self.rules[STACKING_OPTION[rank]]:  # HA-8
                self.attack = {"rank": rank, "sum": total}
            else:
                self._draw(victim, total)
                loses_turn = True
        elif rank == "7":
            loses_turn = True
            if len(self.hands[seat]) > 1 or self.rules["seven_may_finish"]:  # HA-7a
                self._steal(seat, victim)
                if not self.hands[seat]:  # HA-7a: the deal ends, no turn is left to lose
                    self._end_deal({"out": {"seat": seat}}, "out")
                    return
        elif rank == "10":
            self.direction = -self.direction
            self.effects.append({"reverse": True})
            victim = self._after(seat)
            loses_turn = len(self.hands) == 2 and self.rules["reverse_skips_with_two"]  # HA-11
        if loses_turn:
            self.effects.append({"lose_turn": victim})
            victim = self._after(victim)
        self._pass_turn_to(victim)

    def _steal(self, owner: int, taker: int) -> None:
        """HA-7: one card at random passes from owner to taker."""
        card = self.chance.steal(self.effects, list(self.hands[owner]))
        self.hands[owner].remove(card)
        self.hands[taker] = in_order([*self.hands[taker], card])
        self.effects.append({"steal": {"from": owner, "to": taker, "card": card}})

    def _draw_one(self, seat: int) -> None:
        """HA-10: draw one card, and lose the turn unless it may be played."""
        self.idle = 0  # HA-12a: a card is received
        card = self._draw(seat, 1)[0]
        if self.rules["play_drawn"]:
            # HA-10: legal beside the whole hand; a drawn 8 is itself the one that leaves.
            if card in self._legal_cards(self.hands[seat]):
                self.drawn = card
                return
        self._pass_turn_to(self._after(seat))

    def _accept(self, seat: int, total: int) -> None:
        """HA-8: draw the whole sum, whatever can be drawn, and lose the turn."""
        self.attack = None
        if self._draw(seat, total):
            self.idle = 0
            self._pass_turn_to(self._after(seat))
        else:
            self._count_idle_turn(seat)  # HA-12a

    def _count_idle_turn(self, seat: int) -> None:
        """HA-12a: as many idle turns in a row as players end the deal."""
        self.idle += 1
        if self.idle >= len(self.hands):
            self._end_deal({"blocked": True}, "blocked")
        else:
            self._pass_turn_to(self._after(seat))

    def _draw(self, seat: int, count: int) -> list[str]:
        """HA-12: draw cards, the pile reshuffled when a card must be drawn."""
        received: list[str] = []
        since_reshuffle: list[str] = []
        while len(received) < count and self._can_draw():
            if not self.stock:
                self._record_draw(seat, since_reshuffle)
                since_reshuffle = []
                self.stock = self.chance.shuffle(self.effects, self.pile[:-1])
                self.pile = self.pile[-1:]
                self.effects.append({"reshuffle": list(self.stock)})
            card = self.stock.pop(0)
            received.append(card)
            since_reshuffle.append(card)
        self._record_draw(seat, since_reshuffle)
        self.hands[seat] = in_order(self.hands[seat] + received)
        return received

    def _record_draw(self, seat: int, cards: list[str]) -> None:
        """Record cards in the order in which they were drawn."""
        if cards:
            self.effects.append({"draw": {"seat": seat, "cards": list(cards)}})

    def _pass_turn_to(self, seat: int) -> None:
        """Begin the turn of a seat, and of the next while players forget (HA-13)."""
        self.turn = seat
        while self._forgets(self.turn):
            self.effects.append({"forgot": self.turn})
            self._draw(self.turn, FORGOTTEN_DRAW)
            self.effects.append({"lose_turn": self.turn})
            self.turn = self._after(self.turn)

    def _forgets(self, seat: int) -> bool:
        """HA-13: exactly 2 cards, no attack pending; CO-5: not after the last decision."""
        rate = self.forget_rates[seat]
        if len(self.hands[seat]) != CARTE or self.attack is not None:
            return False
        if self.decisions >= self.rules["max_turns"]:
            return False
        if rate in (0, 1):  # CO-3: only one outcome is possible
            return bool(rate == 1)
        return self.chance.forgets(self.effects, seat, rate)

    def _end_deal(self, effect: dict[str, Any], ending: str) -> None:
        """HA-14, HA-16: the deal ends and is scored."""
        points = [sum(penalty_of(self.rules, card) for card in hand) for hand in self.hands]
        self.effects += [effect, {"points": points}]
        self.scores = [score + more for score, more in zip(self.scores, points, strict=True)]
        self.ending = ending
