"""A table to play at: the arrays that a driver works in, a line-up, and batches of boards."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
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
from cardsim.engine.labels import labelled
from cardsim.engine.options import Options
from cardsim.engine.seating import chosen_design, make_seating
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
    label : str
        What it is called in results; `cardsim.engine.labels.labelled` makes one.
    written : tuple of str
        Dials that were written with its name (``mine:patience=0.2``), and so stand in its label.
    """

    strategy: Strategy
    params: dict[str, Any] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)
    label: str = ""
    written: tuple[str, ...] = ()


class Table:
    """One game with its rules and players, ready to play any boards.

    Parameters
    ----------
    game : Game
    options : Options
    players : sequence of Player
        Player p sits at seat p, in a seating that is "fixed".
    seating : str, optional
        "fixed" if not given, "rotations" or "all"; see `cardsim.engine.seating`.
    rotate : bool
        True means seating = "rotations".
    seed : int
        Master seed, 0 to 2⁶³ − 1.

    Attributes
    ----------
    rotations : int
        Games of a board: its seatings are numbered 0 to rotations − 1.
    rules : record array, shape (1,)
        The rules, with the players seated as they are named.

    Raises
    ------
    InputError
        If the rules cannot be played by so many players, or the seatings contradict each other.
    """

    def __init__(
        self, game: Game, options: Options, players: Sequence[Player], *, rotate: bool = False,
        seating: str | None = None, seed: int = 0,
    ) -> None:
        design = chosen_design(rotate, seating)
        least, most = game.seats
        if not least <= len(players) <= most:
            raise InputError(
                f"players: found {len(players)}; allowed: {least} to {most} in {game.title}."
            )
        self.game, self.options, self.seed = game, options, seed
        self.effective = options.effective(len(players))
        self.players = self._labelled(players)
        self.dials = [player.strategy.dial_values(player.params) for player in players]
        self.own = [  # values of the options that a player may have for itself alone
            tuple(player.options.get(name, self.effective[name]) for name in options.player_options)
            for player in players
        ]
        self.rules = self._rules_of(range(len(players)))
        self.seating = make_seating(design, self._kinds(), int(self.rules[0].teams))
        self.rotations = self.seating.games
        self.compiled = not INTERPRETED and all(p.strategy.compiled for p in players)
        self._places: tuple[Array, Array, Array] | None = None

    def _labelled(self, players: Sequence[Player]) -> tuple[Player, ...]:
        """Label the players; who is given what the table has anyway is as who is given nothing."""
        own = [
            {name: value for name, value in p.options.items() if value != self.effective.get(name)}
            for p in players
        ]
        known = labelled([[replace(p, options=o) for p, o in zip(players, own, strict=True)]])[0]
        return tuple(replace(p, label=k.label) for p, k in zip(players, known, strict=True))

    def _kinds(self) -> list[tuple[Any, ...]]:
        """Return by player what makes two of them the same."""
        return [
            (player.label, player.strategy.source_digest(), dials.tobytes(), own)
            for player, dials, own in zip(self.players, self.dials, self.own, strict=True)
        ]

    def _rules_of(self, order: Sequence[int]) -> Array:
        """Return the rules where these players sit, seat by seat; one row."""
        rules = np.zeros(1, self.game.rules)
        by_seat = {
            name: [self.own[player][at] for player in order]
            for at, name in enumerate(self.options.player_options)
        }
        self.game.fill_rules(rules[0], self.effective, len(order), by_seat)
        return rules

    def rules_by_game(self, orders: Array) -> Array:
        """Return the rules of each row of orders; one row if no option is one player's own."""
        if len(set(self.own)) == 1:
            return self.rules
        alike = np.array([self.own.index(own) for own in self.own])[orders[:, : len(self.players)]]
        patterns, which = np.unique(alike, axis=0, return_inverse=True)
        filled = np.concatenate([self._rules_of(pattern.tolist()) for pattern in patterns])
        return filled[which.reshape(-1)]

    def orders(self, first: int, n_boards: int) -> Array:
        """Return who sits where on some boards, as the driver takes it.

        Returns
        -------
        int8 array, shape (rotations or n_boards · rotations, most seats of the game)
            The player at each seat; fewer rows than games hold for all boards in turn.
        """
        return self.seating.orders(self.seed, first, n_boards, self.game.seats[1])

    def players_at(self, first: int, n_boards: int) -> Array:
        """Return the player at each seat, uint8, shape (n_boards, rotations, players)."""
        return self.seating.players(self.seed, first, n_boards)

    def begin(self, board: int, rotation: int) -> Array:
        """Make ready for one game that is played with the driver's `advance`; return its rules."""
        orders = self.orders(board, 1)[rotation : rotation + 1]
        states, _, desks = self.places
        driver_of(self.game).start(
            states, desks, np.uint64(self.seed), board, rotation, orders, 0
        )
        return self.rules_by_game(orders)

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
        orders = np.arange(self.game.seats[1], dtype=np.int8)[None]
        dealer_of(self.game)(
            states, desks, self.rules, orders, np.uint64(self.seed), first, features
        )
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
        driver, orders = driver_of(self.game), self.orders(first, n_boards)
        try:
            result = driver.play_batch(
                *self.places, self.rules_by_game(orders), orders, self.rotations, padded,
                np.uint64(self.seed), first, n_boards, self.game.higher_wins, games, seats,
            )
        except Exception as error:
            raise self._blame(f"raised {type(error).__name__}: {error}") from error
        self.check(result)

    def _play_interpreted(self, first: int, n_boards: int, games: Array, seats: Array) -> None:
        driver, n, row = driver_of(self.game), len(self.players), 0
        states, _, desks = self.places
        for board in range(first, first + n_boards):
            for rotation in range(self.rotations):
                rules = self.begin(board, rotation)
                while (result := driver.advance(*self.places, rules)) == ASK:
                    desks[0].answer = self.ask()
                self.check(result)
                driver.finish(
                    states, desks, rules, self.game.higher_wins, result == FINISHED,
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
