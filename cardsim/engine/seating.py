"""Who sits where: the seatings of a line-up that a board is played in.

A *seating* says which player sits at each seat. Players who play alike (strategy, dials, own
options) are of one *kind*, and two seatings that differ by an exchange of players of one kind are
the same. Where there are teams (seat s is in team s mod teams) partners stay partners: a seating
moves whole teams, and members within their team.

The population that ``all`` speaks of is every distinct seating of a line-up, each with the same
weight. It is played whole where that is at most `MOST_WHOLE` games; else each board has a simple
random sample of it, without repeats, from a stream of the board's own.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numba
import numpy as np
from numba import types

from cardsim.engine.compiling import INTERPRETED, compile_now
from cardsim.engine.errors import InputError, nearest, one_of
from cardsim.engine.streams import RNG, SEATING, rng_below, seed_stream, shuffle, stream_key

Array = np.ndarray[Any, Any]

DESIGNS = ("fixed", "rotations", "all")
MOST_WHOLE = 24  # seatings of a board that are played whole: all of four different players


def chosen_design(rotate: bool, seating: str | None, path: str = "") -> str:
    """Return the design that `rotate` and `seating` ask for together.

    Raises
    ------
    InputError
        If they contradict each other, or there is no such design.
    """
    if seating is not None and seating not in DESIGNS:
        raise InputError(
            f'{path}seating: found "{seating}"; allowed: {one_of(DESIGNS)}.'
            f"{nearest(seating, DESIGNS)}"
        )
    if rotate and seating not in (None, "rotations"):
        raise InputError(
            f'{path}seating: found "{seating}" beside rotate = true, which means "rotations"; '
            "leave one of them out."
        )
    return seating or ("rotations" if rotate else "fixed")


def count_seatings(kinds: Sequence[Hashable], teams: int) -> int:
    """Return how many distinct seatings there are.

    Parameters
    ----------
    kinds : sequence
        By player as they are named, which is also the order of the seats.
    teams : int
        As many as players where everybody plays alone.
    """
    types_of_teams = _team_types(kinds, teams)
    return _arrangements(types_of_teams) * math.prod(map(_arrangements, types_of_teams))


def distinct_seatings(kinds: Sequence[Hashable], teams: int) -> list[tuple[int, ...]]:
    """Return the player at each seat in every distinct seating, that of the line-up first.

    Of players of one kind, and of teams alike, the earlier one named sits at the earlier seat.
    """
    types_of_teams = _team_types(kinds, teams)
    orders = [
        _seated(kinds, teams, by_team, inside)
        for by_team in _permutations(types_of_teams)
        for inside in itertools.product(*(list(_permutations(team)) for team in by_team))
    ]
    named = tuple(range(len(kinds)))
    return [named, *sorted(order for order in orders if order != named)]


def distinct_rotations(kinds: Sequence[Hashable], most: int | None = None) -> list[tuple[int, ...]]:
    """Return the player at each seat in every rotation, without those that repeat an earlier one.

    In rotation r, player p sits at seat (p + r) mod players.
    """
    n = len(kinds)
    found: dict[tuple[Hashable, ...], tuple[int, ...]] = {}
    for r in range(most or n):
        order = tuple((seat - r) % n for seat in range(n))
        found.setdefault(tuple(kinds[player] for player in order), order)
    return list(found.values())


def _team_types(kinds: Sequence[Hashable], teams: int) -> list[tuple[int, ...]]:
    numbers = {kind: i for i, kind in enumerate(dict.fromkeys(kinds))}
    return [tuple(sorted(numbers[kind] for kind in kinds[team::teams])) for team in range(teams)]


def _arrangements(items: Sequence[Hashable]) -> int:
    """Return how many distinct orders there are of items of which some are alike."""
    alike = math.prod(math.factorial(n) for n in Counter(items).values())
    return math.factorial(len(items)) // alike


def _permutations(items: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    """Yield the distinct orders of items of which some are alike."""
    if not items:
        yield ()
    for first in sorted(set(items)):
        rest = list(items)
        rest.remove(first)
        for others in _permutations(rest):
            yield first, *others


def _seated(
    kinds: Sequence[Hashable], teams: int, by_team: Sequence[Any], inside: Sequence[Any]
) -> tuple[int, ...]:
    """Return the players of one seating: which type of team sits where, and its kinds inside."""
    numbers = {kind: i for i, kind in enumerate(dict.fromkeys(kinds))}
    waiting = _team_types(kinds, teams)
    order = [0] * len(kinds)
    for place, (wanted, kinds_inside) in enumerate(zip(by_team, inside, strict=True)):
        team = waiting.index(wanted)
        waiting[team] = (-1,)
        members = list(range(team, len(kinds), teams))
        for i, kind in enumerate(kinds_inside):
            player = next(p for p in members if numbers[kinds[p]] == kind)
            members.remove(player)
            order[place + i * teams] = player
    return tuple(order)


@dataclass(frozen=True, eq=False)
class Seating:
    """The design of a line-up: its seatings, or how they are drawn for each board.

    Made by `make_seating`.

    Parameters
    ----------
    design : str
        One of `DESIGNS`.
    kinds : tuple of int
        By player.
    teams : int
    games : int
        Seatings of a board.
    whole : int8 array, shape (games, players), or None
        The player at each seat, if all boards have the same seatings; None if they are drawn.
    """

    design: str
    kinds: tuple[int, ...]
    teams: int
    games: int
    whole: Array | None

    def describe(self) -> dict[str, Any]:
        """Return what decides who sits where, for the manifest."""
        return {"design": self.design, "sampled": self.whole is None}

    def orders(self, seed: int, first: int, n_boards: int, most: int) -> Array:
        """Return who sits where on some boards.

        Parameters
        ----------
        seed : int
            Master seed.
        first, n_boards : int
        most : int
            Seats of a row; those beyond the players are 0.

        Returns
        -------
        int8 array, shape (games, most) if all boards are alike, else (n_boards · games, most)
        """
        n = len(self.kinds)
        if self.whole is not None:
            padded = np.zeros((self.games, most), np.int8)
            padded[:, :n] = self.whole
            return padded
        orders = np.zeros((n_boards, self.games, most), np.int8)
        # With multiplicities that have no common divisor no rotation repeats another: one order
        # and its rotations then seat every player once everywhere.
        turn = math.gcd(*Counter(self.kinds).values()) == 1
        _drawer()(
            np.uint64(seed), first, self.teams, np.array(self.kinds, np.int64), turn,
            np.zeros(1, RNG), np.zeros(n, np.int64), orders,
        )
        return orders.reshape(-1, most)

    def players(self, seed: int, first: int, n_boards: int) -> Array:
        """Return the player at each seat of every game, uint8, shape (n_boards, games, players)."""
        n = len(self.kinds)
        orders = self.orders(seed, first, n_boards, n).astype(np.uint8).reshape(-1, self.games, n)
        return np.broadcast_to(orders, (n_boards, self.games, n))


def make_seating(design: str, kinds: Sequence[Hashable], teams: int) -> Seating:
    """Return a design for a line-up.

    Parameters
    ----------
    design : str
        "fixed": as named. "rotations": all that differ. "all": every distinct seating if they are
        at most `MOST_WHOLE`, else as many as there are players, drawn for each board.
    kinds : sequence
        By player.
    teams : int
    """
    numbers = {kind: i for i, kind in enumerate(dict.fromkeys(kinds))}
    numbered = tuple(numbers[kind] for kind in kinds)
    if design == "all" and count_seatings(numbered, teams) > MOST_WHOLE:
        return Seating(design, numbered, teams, len(kinds), None)
    if design == "all":
        orders = distinct_seatings(numbered, teams)
    else:
        orders = distinct_rotations(numbered, 1 if design == "fixed" else None)
    return Seating(design, numbered, teams, len(orders), np.array(orders, np.int8))


def draw_orders(
    seed: Any, first: int, teams: int, kinds: Any, turn: bool, rngs: Any, places: Any, orders: Any
) -> None:
    """Draw seatings for boards, none twice on a board.

    Parameters
    ----------
    seed, first : int
        Master seed, and the first board.
    teams : int
    kinds : int64 array, shape (players,)
    turn : bool
        Draw one order and take its rotations, which must then be distinct.
    rngs : record array, shape (1,)
        A stream to draw with.
    places : int64 array, shape (players,)
        To work in.
    orders : int8 array, shape (boards, games, most seats)
        The player at each seat.
    """
    n, rng = len(kinds), rngs[0]
    size, games = n // teams, orders.shape[1]
    for board in range(orders.shape[0]):
        seed_stream(rng, stream_key(seed, first + board, 0), SEATING)
        drawn = 0
        while drawn < games:
            for team in range(teams):
                places[team] = team
            shuffle(places, teams, rng)
            for team in range(teams):
                for member in range(size):
                    orders[board, drawn, team + member * teams] = places[team] + member * teams
            for team in range(teams):
                for i in range(size - 1, 0, -1):
                    j = rng_below(rng, i + 1)
                    a, b = team + i * teams, team + j * teams
                    kept = orders[board, drawn, a]
                    orders[board, drawn, a] = orders[board, drawn, b]
                    orders[board, drawn, b] = kept
            if turn:
                for game in range(1, games):
                    for seat in range(n):
                        orders[board, game, (seat + game) % n] = orders[board, 0, seat]
                break
            fresh = True
            for game in range(drawn):
                same = True
                for seat in range(n):
                    same &= kinds[orders[board, game, seat]] == kinds[orders[board, drawn, seat]]
                fresh &= not same
            drawn += fresh


@cache
def _drawer() -> Any:
    """Return `draw_orders`, compiled."""
    if INTERPRETED:
        return draw_orders
    whole = types.Array(types.int64, 1, "C")
    signature = types.void(
        types.uint64, types.int64, types.int64, whole, types.boolean,
        types.Array(numba.from_dtype(RNG), 1, "C"), whole, types.Array(types.int8, 3, "C"),
    )
    return compile_now(draw_orders, signature)
