"""Small positions of Le Huit américain, set up by hand, for the clause tests.

Cards are written ``10S``, ``QH``, ``JK``. Moves are written as the card played (``5H``), with the
suit named after ``>`` (``8C>S``), or as ``draw``, ``accept 2``, ``keep``, ``pass``, ``name S``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from cardsim.engine.compiling import plain
from cardsim.engine.discovery import find_strategy
from cardsim.engine.driver import ASK, driver_of
from cardsim.engine.log import read_log
from cardsim.engine.options import parse
from cardsim.engine.registry import find_game
from cardsim.engine.streams import CHANCE
from cardsim.engine.table import Player, Table
from cardsim.games.huit_americain.state import PLAY, RANKS, SUITS
from cardsim.games.huit_americain.words import CARD_TEXT

GAME = find_game("huit_americain")
CODES = {text: card for card, text in CARD_TEXT.items()}


class Position:
    """A position, and what can be done in it.

    Parameters
    ----------
    hands : sequence of str
        The cards of each seat, separated by spaces.
    pile : str
        The pile, its top card last.
    stock : str
        The stock, its next card first.
    suit : str or None
        The suit asked for, if not that of the top card; "-" for none.
    attack : int
        The sum of a pending attack in the rank of the top card, 0 for none.
    turn, direction, dealer : int
    forget : sequence of float
        The rate of forgetting by seat, if not that of the rules.
    seed : int
        Of the stream of chance.
    strategy : str
        Who plays, for `choice`.
    **rules
        Options.
    """

    def __init__(
        self, hands: list[str], pile: str, stock: str = "", *, suit: str | None = None,
        attack: int = 0, turn: int = 0, direction: int = 1, dealer: int = 0, turns: int = 0,
        forget: list[float] | None = None, seed: int = 0, strategy: str = "random", **rules: Any,
    ) -> None:
        self._sit_down(_table(len(hands), rules, forget, strategy), seed=0, board=0)
        bits = random.Random(seed)
        self.desk.rngs[CHANCE] = bits.getrandbits(64), bits.getrandbits(64)
        self.desk.started = self.desk.deal = 1
        self._lay(hands, pile.split(), stock.split())
        table = self.state.table
        table.turn, table.direction, table.dealer, table.deal_no = turn, direction, dealer, 1
        table.turns, table.attack, table.phase = turns, attack, PLAY
        if suit is not None:
            table.suit = -1 if suit == "-" else SUITS.index(suit)

    def _sit_down(self, table: Table, seed: int, board: int) -> None:
        self.table = table
        states, _, desks = table.places
        self.state, self.desk, self.rules = states[0], desks[0], table.rules[0]
        driver_of(GAME).start(states, desks, np.uint64(seed), board, 0, table.orders(board, 1), 0)
        self.desk.every = self.state.log.on = 1
        self.state.log.n = 0

    def _lay(self, hands: list[str], pile: list[str], stock: list[str]) -> None:
        table, hidden = self.state.table, self.state.hidden
        for seat, hand in enumerate(hands):
            own = self.state.seats[seat]
            for card in hand.split():
                own.hand[CODES[card]] += 1
                own.held |= 1 << CODES[card]
            table.hand_n[seat] = len(hand.split())
        for i, card in enumerate(pile):
            hidden.pile[i] = CODES[card]
            table.played[CODES[card]] += 1
        for i, card in enumerate(stock):
            hidden.stock[i] = CODES[card]
        table.pile_n, table.stock_n = len(pile), len(stock)
        table.top = CODES[pile[-1]]
        table.suit = table.top >> 4

    def legal(self) -> set[str]:
        """Return the legal moves."""
        return set(self.listed())

    def listed(self) -> list[str]:
        """Return the legal moves in the order of their codes."""
        if self.desk.n == 0:
            assert self.advance() == ASK
        codes = self.desk.moves[: self.desk.n].tolist()
        texts = [_move_text(GAME.words.move_json(code, self.state, self.rules)) for code in codes]
        assert len(set(texts)) == len(texts)
        return texts

    def play(self, move: str) -> list[dict[str, Any]]:
        """Play a legal move; return its effects."""
        self.desk.answer = self.listed().index(move)
        self.advance()
        return self.effects()

    def choice(self) -> str:
        """Return the move that the strategy plays."""
        return self.listed()[self.table.ask()]

    def effects(self) -> list[dict[str, Any]]:
        """Return the effects noted since they were last asked for."""
        return [
            GAME.words.effect_json(kind, values, self.state, self.rules)
            for kind, values in read_log(self.state.log)
        ]

    def results(self) -> tuple[Any, Any]:
        """Return the rows of results, as if the game ended here."""
        games, seats = np.zeros(1, GAME.game_row), np.zeros(self.rules.players, GAME.seat_row)
        states, _, desks = self.table.places
        driver_of(GAME).finish(states, desks, self.table.rules, False, True, games, seats)
        return games[0], seats

    def __getitem__(self, name: str) -> Any:
        """Return an entry of STATE as replays show it."""
        return GAME.words.state_json(self.state, self.rules)[name]

    @property
    def turn(self) -> int:
        """The seat to act."""
        return int(self.state.table.turn)

    @property
    def is_over(self) -> bool:
        """Whether the deal is over."""
        return bool(plain(GAME.status)(self.state, self.rules))

    def advance(self) -> int:
        """Let the driver go on to its next stop."""
        return int(driver_of(GAME).advance(*self.table.places, self.table.rules))


class Dealt(Position):
    """A position just dealt.

    Parameters
    ----------
    board, players : int
    **rules
        Options.
    """

    def __init__(self, board: int, players: int = 4, **rules: Any) -> None:
        self._sit_down(_table(players, rules), seed=7, board=board)
        assert self.advance() == ASK

    @property
    def rank(self) -> str:
        """The rank of the Bergère."""
        return RANKS[self.state.table.top & 15]


def dealt_with(rank: str, players: int = 4, **rules: Any) -> Dealt:
    """Return the first board whose Bergère is of a rank."""
    return next(deal for deal in dealt(players, **rules) if deal.rank == rank)


def dealt(players: int = 4, boards: int = 2_000, **rules: Any) -> Iterator[Dealt]:
    """Deal boards 0, 1, …"""
    for board in range(boards):
        yield Dealt(board, players, **rules)


def _table(
    players: int, rules: dict[str, Any], forget: list[float] | None = None, strategy: str = "random"
) -> Table:
    found = find_strategy(strategy, "huit_americain")
    own = [{} if forget is None else {"forget_rate": rate} for rate in forget or [0.0] * players]
    return Table(GAME, parse(GAME.options, rules), [Player(found, options=o) for o in own])


def _move_text(move: dict[str, Any]) -> str:
    (kind, value), *_ = move.items()
    if kind == "play":
        return value + (f">{move['suit']}" if "suit" in move else "")
    return f"{kind} {value}" if kind in ("accept", "name") else kind


def naming(card: str) -> set[str]:
    """Return the moves of an 8 or a Joker: one for each suit."""
    return {f"{card}>{suit}" for suit in SUITS}
