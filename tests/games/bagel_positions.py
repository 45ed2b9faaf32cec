"""Small positions of Johnny Bagel, set up by hand, for the clause tests.

Cards are written ``3``, ``10``, ``K``, ``JK``. Moves are written as the cards played (``6 6``),
after ``up`` if they lie face up and after ``both`` if some of them do; or as ``take`` (with the
face-up card that goes along: ``take K``), ``turn``, or ``lay 2 10 K`` for an exchange.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardsim.engine.discovery import find_strategy
from cardsim.engine.driver import ASK, NEW_DEAL, driver_of
from cardsim.engine.log import read_log
from cardsim.engine.options import parse
from cardsim.engine.registry import find_game
from cardsim.engine.replay import replay
from cardsim.engine.streams import seed_stream
from cardsim.engine.table import Player, Table
from cardsim.games.johnny_bagel.state import (
    ALL_RANKS,
    ANY_CARD,
    AT_LEAST,
    AT_MOST,
    EXCHANGE,
    PLAY,
    RANKS,
)

GAME = find_game("johnny_bagel")
NEEDS = {"+": AT_LEAST, "-": AT_MOST}


class Position:
    """A position, and what can be done in it.

    Parameters
    ----------
    hands : list of str
        The cards in hand of each seat, separated by spaces.
    up, down : list of str
        The cards face up and face down; of the latter the next to be turned first.
    stock : str
        Its next card first.
    pile : str
        Its top card last.
    asks : str
        What must be played: ``7+`` (7 or higher), ``7-`` (7 or lower); "" for anything. If not
        given: the top card's rank or higher.
    out : list of int
        Seats that went out, in order.
    opening : str
        The rank that opens the deal, where it is still to be opened.
    exchanges : int
        How many players are still to exchange cards.
    known : dict from int to str
        Cards of a seat's hand that all have seen.
    burnt : str
    turn, direction, dealer, turns : int
    **rules
        Options.
    """

    def __init__(
        self, hands: list[str], *, up: list[str] | None = None, down: list[str] | None = None,
        stock: str = "", pile: str = "", asks: str | None = None, out: list[int] | None = None,
        opening: str = "", exchanges: int = 0, known: dict[int, str] | None = None,
        burnt: str = "", turn: int = 0, direction: int = 1, dealer: int = 0, turns: int = 0,
        **rules: Any,
    ) -> None:
        self._sit_down(_table(len(hands), rules), board=0)
        self.desk.started = self.desk.deal = 1
        for purpose in range(len(self.desk.rngs)):
            seed_stream(self.desk.rngs[purpose], np.uint64(0), purpose)
        empty = [""] * len(hands)
        self._give(hands, up or empty, down or empty, known or {})
        self._lay(stock.split(), pile.split(), burnt.split())
        self._ask_for(f"{pile.rsplit(maxsplit=1)[-1]}+" if asks is None and pile else asks or "")
        table = self.state.table
        table.turn, table.direction, table.dealer, table.turns = turn, direction, dealer, turns
        table.phase, table.deal_no = EXCHANGE if exchanges else PLAY, 1
        self.state.hidden.exchanges_left = exchanges
        table.opening = bool(opening) or exchanges > 0
        table.opening_rank = RANKS.index(opening) if opening else -1
        for n, seat in enumerate(out or []):
            table.out[n], table.is_out[seat] = seat, 1
        table.n_out = len(out or [])
        table.n_in = len(hands) - table.n_out

    def _sit_down(self, table: Table, board: int) -> None:
        self.table = table
        states, _, desks = table.places
        self.state, self.desk, self.rules = states[0], desks[0], table.rules[0]
        table.begin(board, 0)
        self.desk.every = self.state.log.on = 1
        self.state.log.n = 0

    def _give(
        self, hands: list[str], up: list[str], down: list[str], known: dict[int, str]
    ) -> None:
        table, hidden = self.state.table, self.state.hidden
        for seat in range(len(hands)):
            own = self.state.seats[seat]
            for rank in _ranks(hands[seat]):
                own.hand[rank] += 1
                own.ranks |= 1 << rank
            for rank in _ranks(up[seat]):
                table.face_up[seat, rank] += 1
                table.face_up_ranks[seat] |= 1 << rank
            for i, rank in enumerate(_ranks(down[seat])[::-1]):
                hidden.face_down[seat, i] = rank
            for rank in _ranks(known.get(seat, "")):
                table.known[seat, rank] += 1
            table.hand_n[seat] = len(hands[seat].split())
            table.face_up_n[seat] = len(up[seat].split())
            table.face_down_n[seat] = len(down[seat].split())

    def _lay(self, stock: list[str], pile: list[str], burnt: list[str]) -> None:
        table, hidden = self.state.table, self.state.hidden
        for cards, place in ((stock, hidden.stock), (pile, table.pile), (burnt, hidden.burnt)):
            for i, card in enumerate(cards):
                place[i] = RANKS.index(card)
        for card in burnt:
            table.burnt[RANKS.index(card)] += 1
        table.stock_n, table.pile_n, hidden.burnt_n = len(stock), len(pile), len(burnt)

    def _ask_for(self, asks: str) -> None:
        table = self.state.table
        table.need, table.playable = ANY_CARD, ALL_RANKS
        if asks:
            rank = RANKS.index(asks[:-1])
            table.need, table.need_rank = NEEDS[asks[-1]], rank
            asked = range(rank, len(RANKS)) if asks[-1] == "+" else range(rank + 1)
            table.playable = sum(1 << r for r in asked) | int(self.rules.anytime)

    def legal(self) -> list[str]:
        """Return the legal moves of the seat to act, in the order of their codes."""
        if self.desk.n == 0:
            assert self.advance() == ASK
        codes = self.desk.moves[: self.desk.n].tolist()
        return [_move_text(GAME.words.move_json(code, self.state, self.rules)) for code in codes]

    def play(self, move: str) -> list[dict[str, Any]]:
        """Play a legal move; return its effects."""
        self.desk.answer = self.legal().index(move)
        self.advance()
        return [
            GAME.words.effect_json(kind, values, self.state, self.rules)
            for kind, values in read_log(self.state.log)
        ]

    def choice(self, strategy: str, **dials: Any) -> str:
        """Return what a strategy plays here."""
        legal = self.legal()
        player = Player(find_strategy(strategy, GAME.id), dials)
        self.table.players = (player,) * len(self.table.players)
        self.desk.dials[:] = player.strategy.dial_values(dials)
        return legal[self.table.ask()]

    def next_deal(self) -> None:
        """Go on to the next deal of the game."""
        assert self.advance() == NEW_DEAL

    def results(self) -> tuple[Any, Any]:
        """Return the rows of results, as if the game ended here."""
        games, seats = np.zeros(1, GAME.game_row), np.zeros(self.rules.players, GAME.seat_row)
        states, _, desks = self.table.places
        driver_of(GAME).finish(states, desks, self.table.rules, False, True, games, seats)
        return games[0], seats

    def known(self, seat: int) -> str:
        """Return the cards of a hand that all have seen."""
        counts = self.state.table.known[seat].tolist()
        return " ".join(RANKS[rank] for rank, n in enumerate(counts) for _ in range(n))

    def __getitem__(self, name: str) -> Any:
        """Return an entry of STATE as replays show it; cards as text."""
        value = GAME.words.state_json(self.state, self.rules)[name]
        if name in ("hands", "face_up", "face_down"):
            return [" ".join(cards) for cards in value]
        return " ".join(value) if name in ("stock", "pile", "burnt") else value

    @property
    def asks(self) -> str:
        """What must be played, written as for a new position."""
        need = self["requirement"] or {"at_least": ""}
        (kind, rank), *_ = need.items()
        return rank and rank + {"at_least": "+", "at_most": "-"}[kind]

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
        self._sit_down(_table(players, rules), board)
        assert self.advance() == ASK


def played(strategies: list[str], board: int = 0, rotation: int = 0, **rules: Any) -> dict[str, Any]:
    """Return the replay of one game."""
    players = [Player(find_strategy(name, GAME.id)) for name in strategies]
    table = Table(GAME, parse(GAME.options, rules), players, rotate=True, seed=7)
    return replay(table, board, rotation)


def _table(players: int, rules: dict[str, Any]) -> Table:
    anyone = Player(find_strategy("random", GAME.id))
    return Table(GAME, parse(GAME.options, rules), [anyone] * players, seed=7)


def _ranks(cards: str) -> list[int]:
    return [RANKS.index(card) for card in cards.split()]


def _move_text(move: dict[str, Any]) -> str:
    match move:
        case {"play": cards, "from": source}:
            where = {"hand": "", "face_up": "up ", "both": "both "}[source]
            return where + " ".join(cards)
        case {"pick_up": True}:
            return f"take {move['take']}" if "take" in move else "take"
        case {"face_up": cards}:
            return "lay " + " ".join(cards)
    assert move == {"turn": True}
    return "turn"
