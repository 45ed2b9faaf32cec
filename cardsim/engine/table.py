"""A table to play at: the arrays that a driver works in, a line-up, and batches of boards."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from cardsim.engine.compiling import INTERPRETED
from cardsim.engine.driver import (
    ASK,
    BAD_ANSWER,
    FINISHED,
    NO_MOVE,
    dealer_of,
    desk_type,
    driver_of,
)
from cardsim.engine.errors import AnswerError, InputError, RunError, StrategyError
from cardsim.engine.game import Game
from cardsim.engine.options import Options
from cardsim.engine.strategies import Strategy
from cardsim.engine.watching import watched

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Player:
    """A player of a line-up.

    Parameters
    ----------
    strategy : Strategy
    params : dict
        Dials that differ from their defaults.
    options : dict
        Options of the rules that hold for this player alone (HA-13's ``forget_rate``).
    """

    strategy: Strategy
    params: dict[str, Any] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)


class Table:
    """One game with its rules and players, ready to play any boards.

    Parameters
    ----------
    game : Game
    options : Options
    players : sequence of Player
        In rotation r, player p sits at seat (p + r) mod players.
    rotate : bool
        Whether every board is played in all rotations, or in the first alone.
    seed : int
        Master seed, 0 to 2⁶³ − 1.

    Raises
    ------
    InputError
        If the rules cannot be played by so many players.
    """

    def __init__(
        self, game: Game, options: Options, players: Sequence[Player], *, rotate: bool = False,
        seed: int = 0,
    ) -> None:
        least, most = game.seats
        if not least <= len(players) <= most:
            raise InputError(
                f"players: found {len(players)}; allowed: {least} to {most} in {game.title}."
            )
        self.game, self.options, self.players, self.seed = game, options, tuple(players), seed
        self.rotations = len(players) if rotate else 1
        self.effective = options.effective(len(players))
        self.rules = self._rules_by_rotation()
        self.dials = [player.strategy.dial_values(player.params) for player in players]
        self.compiled = not INTERPRETED and all(p.strategy.compiled for p in players)
        self._places: tuple[Array, Array, Array] | None = None

    def _rules_by_rotation(self) -> Array:
        n = len(self.players)
        rules = np.zeros(self.rotations, self.game.rules)
        for rotation in range(self.rotations):
            seated = [self.players[(seat - rotation) % n] for seat in range(n)]
            by_seat = {
                name: [player.options.get(name, self.effective[name]) for player in seated]
                for name in self.options.player_options
            }
            self.game.fill_rules(rules[rotation], self.effective, n, by_seat)
        return rules

    def seats_of(self, rotation: int) -> list[int]:
        """Return the player at each seat in a rotation."""
        n = len(self.players)
        return [(seat - rotation) % n for seat in range(n)]

    @property
    def places(self) -> tuple[Array, Array, Array]:
        """What a driver works in: states (one to play in, one blank), a view, a desk."""
        if self._places is None:
            game = self.game
            desk = np.zeros(1, desk_type(game))
            desk[0].dials[: len(self.players)] = self.dials
            self._places = np.zeros(2, game.state), np.zeros(1, game.view), desk
        return self._places

    def deal_features(self, first: int, n_boards: int) -> Array:
        """Deal boards without playing them, and return what each seat was dealt, as numbers.

        Returns
        -------
        float64 array, shape (n_boards, players, features of the game)
        """
        states, _, desks = self.places
        features = np.zeros((n_boards, len(self.players), len(self.game.feature_names)))
        dealer_of(self.game)(states, desks, self.rules, np.uint64(self.seed), first, features)
        return features

    def alone(self) -> Table:
        """Return a table with the same rules and players, and places of its own (for a thread)."""
        return copy.copy(self)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_places": None}

    def play(self, first: int, n_boards: int) -> tuple[Array, Array]:
        """Play boards first … first + n_boards − 1, each in every rotation.

        Returns
        -------
        games : record array, shape (n_boards · rotations,)
        seats : record array, shape (n_boards · rotations · players,)

        Raises
        ------
        StrategyError
            If a strategy raised or answered out of range.
        """
        n_games = n_boards * self.rotations
        games = np.zeros(n_games, self.game.game_row)
        seats = np.zeros(n_games * len(self.players), self.game.seat_row)
        with watched(self):
            if self.compiled:
                self._play_compiled(first, n_boards, games, seats)
            else:
                self._play_interpreted(first, n_boards, games, seats)
        return games, seats

    def _play_compiled(self, first: int, n_boards: int, games: Array, seats: Array) -> None:
        choosers = [player.strategy.chooser for player in self.players]
        padded = tuple(choosers + choosers[:1] * (self.game.seats[1] - len(choosers)))
        driver = driver_of(self.game)
        try:
            result = driver.play_batch(
                *self.places, self.rules, padded, np.uint64(self.seed), first, n_boards,
                self.game.higher_wins, games, seats,
            )
        except Exception as error:
            raise self._blame(f"raised {type(error).__name__}: {error}") from error
        self.check(result)

    def _play_interpreted(self, first: int, n_boards: int, games: Array, seats: Array) -> None:
        driver, n, row = driver_of(self.game), len(self.players), 0
        states, _, desks = self.places
        for board in range(first, first + n_boards):
            for rotation in range(self.rotations):
                driver.start(states, desks, np.uint64(self.seed), board, rotation)
                while (result := driver.advance(*self.places, self.rules)) == ASK:
                    desks[0].answer = self.ask()
                self.check(result)
                driver.finish(
                    states, desks, self.rules, self.game.higher_wins, result == FINISHED,
                    games[row : row + 1], seats[row * n : (row + 1) * n],
                )
                row += 1

    def ask(self) -> int:
        """Ask the strategy whose turn it is, from Python; return its answer.

        Raises
        ------
        StrategyError
            If it raises.
        """
        _, views, desks = self.places
        desk = desks[0]
        player = int(desk.player)
        try:
            answer = int(self.players[player].strategy.chooser(views[0], desk))
        except KeyboardInterrupt:
            raise
        except AnswerError as error:
            raise self._blame(str(error)) from error
        except BaseException as error:  # sys.exit() too
            raise self._blame(f"raised {type(error).__name__}: {error}") from error
        if not 0 <= answer < desk.n:
            raise self._blame(_out_of_range(answer, int(desk.n)))
        return answer

    def check(self, result: int) -> None:
        """Raise what a driver's result says is wrong."""
        if result < BAD_ANSWER:
            return
        desk = self.places[-1][0]
        if result == BAD_ANSWER:
            raise self._blame(_out_of_range(int(desk.answer), int(desk.n)))
        where = f"seat {desk.seat}, board {desk.board}, rotation {desk.rotation}"
        what = "no legal move" if result == NO_MOVE else f"driver result {result}"
        raise RunError(f"{self.game.title}: {what} ({where}); this is a fault of the rules' code")

    def _blame(self, reason: str) -> StrategyError:
        desk = self.places[-1][0]
        strategy = self.players[int(desk.player)].strategy
        return StrategyError(
            strategy.name, int(desk.seat), int(desk.board), int(desk.rotation), reason
        )


def _out_of_range(answer: int, n: int) -> str:
    return f"answered {answer}, which is out of range: there are {n} legal moves, 0 to {n - 1}"
