"""Who plays: the line-ups of a config as players, with their dials and labels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from cardsim.engine.discovery import find_strategy
from cardsim.engine.errors import InputError, nearest, one_of
from cardsim.engine.game import Game
from cardsim.engine.options import Options, parse
from cardsim.engine.table import Player
from cardsim.experiment.config import Lineup
from cardsim.experiment.notation import parse_member


def line_ups(
    game: Game, options: Options, lineup: Lineup, where: str, beside: Path | None
) -> list[list[Player]]:
    """Return the players of each number of seats that a line-up asks for."""
    if lineup.teams is not None:
        named = [_of_teams(game, options, lineup.teams, n, where)
                 for n in (_numbers(lineup.seats) or [None])]  # type: ignore[list-item]
    elif isinstance(lineup.players, str):
        numbers = _numbers(lineup.seats)
        if not numbers:
            raise InputError(
                f"{where}.seats: missing; one name alone ({lineup.players}) needs seats, such as "
                "seats = 4 or seats = [2, 3, 4]."
            )
        for n in numbers:
            _check_number(game, n, f"{where}.seats")
        named = [[lineup.players] * n for n in numbers]
    else:
        players = list(lineup.players or [])
        if lineup.seats is not None and _numbers(lineup.seats) != [len(players)]:
            raise InputError(
                f"{where}.seats: found {lineup.seats}; allowed: {len(players)}, the number of "
                "players named (or leave it out)."
            )
        named = [players]
    for names in named:
        _check_number(game, len(names), f"{where}.players")
    _check_keys(lineup, named, where)
    return [_seated(game, names, lineup, where, beside) for names in named]


def _check_number(game: Game, players: int, key: str) -> None:
    least, most = game.seats
    if not least <= players <= most:
        raise InputError(
            f"{key}: found {players} player{'' if players == 1 else 's'}; allowed: {least} to "
            f"{most} in {game.title}."
        )


def _numbers(seats: int | list[int] | None) -> list[int]:
    return [] if seats is None else [seats] if isinstance(seats, int) else list(seats)


def _of_teams(
    game: Game, options: Options, teams: list[str], seats: int | None, where: str
) -> list[str]:
    """Return strategies by player where each team has one."""
    least, most = game.seats
    sizes = {}
    for n in [seats] if seats is not None else range(least, most + 1):
        rules = np.zeros(1, game.rules)[0]
        try:
            effective = options.effective(n)
        except InputError:
            continue
        by_seat = {name: [effective[name]] * n for name in options.player_options}
        game.fill_rules(rules, effective, n, by_seat)
        sizes[n] = int(rules.teams)
    for n, n_teams in sizes.items():
        if n_teams == len(teams):
            return [teams[seat % n_teams] for seat in range(n)]
    allowed = ", ".join(f"{n_teams} with {n} players" for n, n_teams in sizes.items())
    raise InputError(
        f"{where}.teams: found {len(teams)} teams"
        + (f" for {seats} players" if seats is not None else "")
        + f"; allowed: {allowed or 'none with these rules'}."
    )


def _check_keys(lineup: Lineup, named: list[list[str]], where: str) -> None:
    """Refuse dials and labels of nobody in the line-up."""
    everyone = {
        name for names in named for text in names
        for name in (text, parse_member(text, f"{where}.players")[0])
    }
    known = [*sorted(everyone), *map(str, range(max(len(names) for names in named)))]
    for table in ("params", "labels"):
        for key in getattr(lineup, table):
            if key not in known:
                raise InputError(
                    f"{where}.{table}.{key}: no such strategy or player in the line-up; known: "
                    f"{one_of(known)}.{nearest(key, known)}"
                )


def _seated(
    game: Game, names: list[str], lineup: Lineup, where: str, beside: Path | None
) -> list[Player]:
    """Return the players of a line-up: strategies, dials, options of their own, given labels."""
    players = []
    for i, text in enumerate(names):
        name, written = parse_member(text, f"{where}.players")
        strategy = find_strategy(name, game.id, beside, f"{where}.players")
        keys = [name, *([text] if text != name else []), str(i)]
        asked = [(f"{where}.params.{key}", lineup.params.get(key, {})) for key in keys]
        asked.insert(1, (f'{where}.players: "{text}"', written))
        dials: dict[str, Any] = {}
        options: dict[str, Any] = {}
        for path, values in asked:
            for dial, value in values.items():
                if dial in game.options.player_options:
                    options[dial] = getattr(parse(game.options, {dial: value}, path), dial)
                else:
                    strategy.dial_values({dial: value}, path)
                    dials[dial] = value
        label = next((lineup.labels[key] for key in reversed(keys) if key in lineup.labels), "")
        players.append(Player(strategy, dials, options, label, tuple(written)))
    return players
