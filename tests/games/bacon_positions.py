"""Scripted positions of Bacon, for tests: hands as text in, moves and effects as JSON out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cardsim.engine.discovery import find_strategies
from cardsim.engine.driver import ASK, FINISHED, NEW_DEAL, PLAYED, UNFINISHED, driver_of
from cardsim.engine.log import read_log
from cardsim.engine.options import parse
from cardsim.engine.registry import find_game
from cardsim.engine.table import Player, Table
from cardsim.games.bacon.state import NOTHING, SUITS

GAME = find_game("bacon")


class Position:
    """A game of Bacon that starts in the middle of a deal.

    Parameters
    ----------
    *hands : str
        The cards of each seat, as in a replay: ``"7a 7b X"``; "" for a seat that is out.
    turn, dealer, deal_no : int
        The seat to act is on lead.
    scores : sequence of int
        By team, before this deal.
    out : sequence of int
        Who went out already, in order.
    strategy, dials : str, dict
        Whose answers `answer` gives.
    **options
        Options of the rules that differ from their defaults.
    """

    def __init__(
        self, *hands: str, turn: int = 0, dealer: int = 0, deal_no: int = 1,
        scores: Sequence[int] = (), out: Sequence[int] = (), strategy: str = "random",
        dials: dict[str, Any] | None = None, **options: Any,
    ) -> None:
        players = [Player(find_strategies("bacon")[strategy], dials or {})] * len(hands)
        self.table = Table(GAME, parse(GAME.options, options), players)
        self.rules, self.driver = self.table.rules[0], driver_of(GAME)
        self.states, _, self.desks = self.table.places
        self.state, self.desk = self.states[0], self.desks[0]
        self.table.begin(0, 0)
        self.desk.every, self.desk.started, self.desk.deal = 1, 1, deal_no
        self.state.log.on = 1
        table = self.state.table
        table.turn, table.dealer, table.deal_no, table.to_beat = turn, dealer, deal_no, NOTHING
        for team, score in enumerate(scores):
            table.scores[team] = score
        for i, seat in enumerate(out):
            table.out[i] = seat
        table.n_out, table.n_in = len(out), len(hands) - len(out)
        for seat, hand in enumerate(hands):
            self._hold(seat, hand.split())
            table.still_in |= (seat not in out) << seat
        self.last = PLAYED

    def _hold(self, seat: int, cards: list[str]) -> None:
        own, table = self.state.seats[seat], self.state.table
        own.wilds = table.wilds_n[seat] = cards.count("X")
        table.hand_n[seat] = len(cards)
        own.cards[:] = 0
        for card in cards:
            if card != "X":
                own.cards[SUITS.index(card[-1])] += 1 << (4 * (int(card[:-1]) - 1))

    def _advance(self) -> int:
        self.last = int(self.driver.advance(*self.table.places, self.table.rules))
        return self.last

    def legal(self) -> list[dict[str, Any]]:
        """Return the legal moves of the seat to act."""
        if self.last != ASK:
            assert self._advance() == ASK, f"nobody is to act: {self.last}"
        moves = self.desk.moves[: self.desk.n].tolist()
        return [GAME.words.move_json(move, self.state, self.rules) for move in moves]

    def said(self) -> list[str]:
        """Return the legal moves as short text: ``pair 7``, ``straight_flush 8a``, ``lead 2``."""
        return [short(move) for move in self.legal()]

    def answer(self) -> str:
        """Return what the strategy answers, as short text."""
        return self.said()[self.table.ask()]

    def play(self, *moves: str) -> list[dict[str, Any]]:
        """Make moves, in the words of `said`; return the effects of the last."""
        for move in moves:
            said = self.said()
            assert move in said, f"{move}: not among {said}"
            self.desk.answer = said.index(move)
            assert self._advance() == PLAYED
            effects = [
                GAME.words.effect_json(kind, values, self.state, self.rules)
                for kind, values in read_log(self.state.log)
            ]
        return effects

    def ends(self) -> str:
        """Return "game", "deal" or "unfinished" when that is over, "no" while the deal goes on."""
        return {
            FINISHED: "game", UNFINISHED: "unfinished", NEW_DEAL: "deal", ASK: "no"
        }[self._advance()]

    def json(self) -> dict[str, Any]:
        """Return the state as a replay shows it."""
        told: dict[str, Any] = GAME.words.state_json(self.state, self.rules)
        return told

    def results(self, *, finished: bool = True) -> tuple[Any, Any]:
        """Return the row of the game and the rows of its seats."""
        games, seats = np.zeros(1, GAME.game_row), np.zeros(len(self.table.players), GAME.seat_row)
        self.driver.finish(
            self.states, self.desks, self.table.rules, GAME.higher_wins, finished, games, seats
        )
        return games[0], seats


def short(move: dict[str, Any]) -> str:
    """Return a move as short text; a flush names its suit."""
    if "pass" in move:
        return "pass"
    if "lead" in move:
        return f"lead {move['lead']}"
    play = move["play"]
    suit = ""
    if play["type"].endswith("flush"):
        suit = next((card[-1] for card in play["cards"] if card != "X"), SUITS[0])
    return f"{play['type']} {play['rank']}{suit}"


def leads(hand: str, **options: Any) -> dict[str, list[str]]:
    """Return what a hand may lead: the cards of each combination by its short text."""
    position = Position(hand, "1a", "1a", "1a", **{"hand_size": 5, **options})
    return {short(move): move["play"]["cards"] for move in position.legal()}


def going_out(order: Sequence[int], **options: Any) -> tuple[list[dict[str, Any]], Position]:
    """Let the last of `order` go out, the others being out; return the effects, too."""
    players = options.pop("players", 4)
    last = order[-1]
    hands = ["" if seat in order else "1a 1b" for seat in range(players)]
    hands[last] = "9a"
    position = Position(*hands, turn=last, out=order[:-1], **options)
    return position.play("single 9"), position


def table_of(players: int = 4, **options: Any) -> Table:
    """Return a table of players who play at random."""
    strategy = find_strategies("bacon")["random"]
    return Table(GAME, parse(GAME.options, options), [Player(strategy)] * players)
