"""Small positions of Hand and Foot, made by hand and played by the compiled engine.

Cards are written as in replays, with spaces between them: ``"9 9 K 2 JK"``. Whatever a position
is asked for, the reference is asked too, and must answer the same.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from cardsim.engine.discovery import find_strategy
from cardsim.engine.driver import ASK, driver_of
from cardsim.engine.log import read_log
from cardsim.engine.options import parse
from cardsim.engine.registry import find_game
from cardsim.engine.streams import CHANCE, seed_stream
from cardsim.engine.table import Player, Table
from cardsim.games.hand_and_foot import words
from cardsim.games.hand_and_foot.state import BOOK, CARDS, DEUCE, DRAW, JOKER, MELD, TOP
from tests.reference import hand_and_foot as reference

GAME = find_game("hand_and_foot")


class Position:
    """A position; seat 0 is to act.

    Parameters
    ----------
    hands, feet : list of str
        By seat; an empty foot was taken up where ``in_foot`` names the seat.
    stock : str
        The next card first.
    pile : str
        The top card last.
    melds : list of list of str
        By team, each meld as its cards; one of seven is a book.
    opened : list of int
        Teams that have opened.
    in_foot : list of int
        Seats in their foot.
    phase : int
    rules : dict
        Options.
    strategy, dials
        Who is asked by `answer`.
    """

    def __init__(
        self, hands: list[str], *, feet: list[str] | None = None, stock: str = "4 5 6 7 8 9",
        pile: str = "K", melds: list[list[str]] | None = None, opened: tuple[int, ...] = (),
        in_foot: tuple[int, ...] = (), phase: int = MELD, rules: dict[str, Any] | None = None,
        strategy: str = "random", dials: dict[str, Any] | None = None,
    ) -> None:
        n = len(hands)
        player = Player(find_strategy(strategy, "hand_and_foot"), dials or {})
        self.table = Table(GAME, parse(GAME.options, rules or {}), [player] * n)
        self.places, self.driver = self.table.places, driver_of(GAME)
        states, _, desks = self.places
        self.table.begin(0, 0)
        self.state, self.desk, self.rules = states[0], desks[0], self.table.rules[0]
        self.desk.started = 1
        self.desk.deal = 1
        self.desk.every = 1
        seed_stream(self.desk.rngs[CHANCE], np.uint64(1), CHANCE)
        self.state.log.on = 1
        self.state.log.n = 0
        self._set_cards(hands, feet or ["7 7"] * n, stock, pile, in_foot)
        table = self.state.table
        table.deal_no = 1
        table.minimum = self.rules.minimums[0]
        table.phase = phase
        for team in opened:
            table.opened[team] = 1
        for team, laid in enumerate(melds or []):
            for meld in laid:
                self._set_meld(team, cards(meld))
        table.melded = bool(melds and melds[0]) and 0 not in opened

    def _set_cards(
        self, hands: list[str], feet: list[str], stock: str, pile: str, in_foot: tuple[int, ...]
    ) -> None:
        table, hidden = self.state.table, self.state.hidden
        for seat, hand in enumerate(hands):
            own = self.state.seats[seat]
            for card in cards(hand):
                own.hand[card] += 1
                own.ranks |= 1 << card
            table.hand_n[seat] = len(cards(hand))
            if seat in in_foot:
                table.in_foot[seat] = 1
                continue
            for card in cards(feet[seat]):
                hidden.feet[seat, card] += 1
            table.foot_n[seat] = len(cards(feet[seat]))
        for i, card in enumerate(cards(stock)):
            hidden.stock[i] = card
        table.stock_n = len(cards(stock))
        table.top[:] = -1
        for i, card in enumerate(cards(pile)):
            hidden.pile[i] = card
            table.pile[card] += 1
        table.pile_n = len(cards(pile))
        for i, card in enumerate(cards(pile)[::-1][:TOP]):
            table.top[i] = card

    def _set_meld(self, team: int, laid: list[int]) -> None:
        table, hidden = self.state.table, self.state.hidden
        rank = laid[0]
        deuces, jokers = laid.count(DEUCE), laid.count(JOKER)
        table.points[team] += sum(int(self.rules.card_points[card]) for card in laid)
        start = hidden.starts
        hidden.starts += 1
        if len(laid) < BOOK:
            table.open_ranks[team] |= 1 << rank
            table.naturals[team, rank] = laid.count(rank)
            table.deuces[team, rank] = deuces
            table.jokers[team, rank] = jokers
            hidden.start_of[team, rank] = start
            return
        n = hidden.book_n
        hidden.book_n += 1
        for name, value in (("team", team), ("rank", rank), ("deuces", deuces),
                            ("jokers", jokers), ("start", start)):
            hidden[f"book_{name}"][n] = value
        clean = laid.count(rank) == BOOK
        table["clean_books" if clean else "dirty_books"][team] += 1

    def as_json(self) -> dict[str, Any]:
        """Return STATE."""
        return words.state_json(self.state, self.rules)

    def as_reference(self) -> reference.Table:
        """Return the same position in the reference."""
        return reference.Table.from_state(
            self.table.effective, len(self.table.players), self.as_json()
        )

    def legal(self) -> list[str]:
        """Return the legal moves, in words, sorted; the reference must agree."""
        moves = self._list()
        expected = self.as_reference().legal()
        assert sorted(map(repr, moves)) == sorted(map(repr, expected))
        return sorted(words.tell_move(move) for move in moves)

    def _list(self) -> list[dict[str, Any]]:
        if self.desk.n == 0:
            assert self.driver.advance(*self.places, self.table.rules) == ASK
        codes = self.desk.moves[: self.desk.n].tolist()
        return [words.move_json(code, self.state, self.rules) for code in codes]

    def offered(self) -> list[dict[str, Any]]:
        """Return the legal moves as JSON."""
        return self._list()

    def play(self, told: str) -> list[dict[str, Any]]:
        """Play the move of these words; return its effects."""
        named = [words.tell_move(move) for move in self._list()]
        assert told in named, f"{told!r} is not among {named}"
        self.desk.answer = named.index(told)
        self.driver.advance(*self.places, self.table.rules)
        return [
            words.effect_json(kind, values, self.state, self.rules)
            for kind, values in read_log(self.state.log)
        ]

    def answer(self) -> str:
        """Return the move that the strategy chooses, in words."""
        return words.tell_move(self._list()[self.table.ask()])

    @property
    def over(self) -> bool:
        """Whether the round is over."""
        return bool(self.state.table.over)

    def hand(self, seat: int = 0) -> str:
        """Return a hand as text."""
        return " ".join(self.as_json()["hands"][seat])

    def melds(self, team: int = 0) -> list[str]:
        """Return a team's melds as text, in the order of their start."""
        return [
            " ".join(
                [meld["rank"]] * meld["natural"] + ["2"] * meld["deuces"] + ["JK"] * meld["jokers"]
            )
            for meld in self.as_json()["melds"][team]
        ]


def cards(text: str) -> list[int]:
    """Return cards as kinds."""
    return [CARDS.index(card) for card in text.split()]


def draws(hands: list[str], **rest: Any) -> Position:
    """Return a position at the start of seat 0's turn."""
    return Position(hands, phase=DRAW, **rest)


CLEAN, DIRTY = "A A A A A A A", "K K K K K 2 2"  # the books that going out needs


def discards(hand: str) -> list[str]:
    """Return the words of all discards from a hand."""
    return sorted({f"discards {card}" for card in hand.split()})


def all_melds(hand: str) -> list[dict[str, Any]]:
    """Return everything that a hand has the cards to lay, allowed or not."""
    found: list[dict[str, Any]] = []
    held = hand.split()
    wilds = sorted({card for card in held if card in ("2", "JK")})
    for rank in sorted(set(held) - {"2", "JK", "3B"}):
        found += [{"meld": {"rank": rank, "natural": n}} for n in range(3, held.count(rank) + 1)]
        if held.count(rank) >= 2:
            found += [{"meld": {"rank": rank, "natural": 2, "wild": wild}} for wild in wilds]
        found.append({"add": {"rank": rank, "natural": 1}})
    ranks = CARDS[2:13]
    found += [
        {"add": {"rank": rank, "wild": wild}} for rank, wild in itertools.product(ranks, wilds)
    ]
    return found
