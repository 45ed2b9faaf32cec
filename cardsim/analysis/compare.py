"""Comparisons within a run: variants, or strategies, paired on common boards."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cardsim.analysis.comparisons import PairedDifference, holm, in_words, paired
from cardsim.analysis.groups import CellShape, Group, features
from cardsim.analysis.looks import critical_of, look_name
from cardsim.analysis.moments import BoardMoments
from cardsim.analysis.seats import confounded
from cardsim.analysis.summary import shape_of
from cardsim.analysis.worst_case import with_worst_difference
from cardsim.engine.errors import InputError, nearest, one_of

if TYPE_CHECKING:
    from cardsim.experiment.run import Run

FIXED_SUM = {"wins", "loses", "place"}  # the same for all seats together, whatever is played


@dataclass(frozen=True)
class Side:
    """One side of a comparison: a group of a cell, by their places in the manifest and list."""

    cell: int
    group: Group


@dataclass(frozen=True)
class Comparison:
    """A paired difference, and what it is about.

    Parameters
    ----------
    family : str
        What it was Holm-adjusted with, in words.
    first, second : str
        What is compared: variants or strategies; the difference is first less second.
    who : str
        Whose point of view: "the starter", a strategy, "a game", …
    metric : str
    difference : PairedDifference
    words : str
        The finding in a sentence.
    sides : tuple of (Side, Side)
        The groups compared.
    caution : str
        Why the difference may be that of something else; "" if it may not.
    """

    family: str
    first: str
    second: str
    who: str
    metric: str
    difference: PairedDifference
    words: str
    sides: tuple[Side, Side]
    caution: str = ""

    def row(self) -> dict[str, Any]:
        """Return it as a row of a table."""
        found = self.difference
        return {
            "family": self.family,
            "first": self.first,
            "second": self.second,
            "who": self.who,
            "metric": self.metric,
            "difference": found.difference,
            "low": found.low,
            "high": found.high,
            "p_value": found.p_value,
            "p_holm": found.p_holm,
            "clear": found.clear,
            "family_low": found.family_low,
            "family_high": found.family_high,
            "worst_low": found.worst_low,
            "worst_high": found.worst_high,
            "level": found.level,
            "n_boards": found.n_boards,
            "variance_ratio": found.variance_ratio,
            "reason": found.reason,
            "words": self.words,
            "caution": self.caution or found.caution,
        }


def compare(run: Run, by: str | None = None) -> list[Comparison]:
    """Compare variants, line-ups or strategies, or whichever of them differ.

    Raises
    ------
    InputError
        If there is nothing to compare, or `by` is none of them.
    """
    ways = {
        "variants": compare_variants, "lineups": compare_lineups, "strategies": compare_strategies
    }
    if by is not None and by not in ways:
        raise InputError(f'--by: found "{by}"; allowed: {one_of(ways)}.{nearest(by, ways)}')
    if by is not None:
        return ways[by](run)
    found, reasons = [], []
    for way in ways.values():
        try:
            found += way(run)
        except InputError as error:
            reasons.append(str(error))
    if not found:
        raise InputError(" ".join(reasons))
    return found


def compare_variants(run: Run, level: float | None = None) -> list[Comparison]:
    """Compare the first variant with each other, line-up by line-up, on common boards.

    Parameters
    ----------
    run : Run
    level : float, optional
        Of the intervals; that of the config if not given.

    Returns
    -------
    list of Comparison
        The difference is the other variant less the first. A family is all comparisons of a
        metric.

    Raises
    ------
    InputError
        If the run has one variant only.
    """
    cells = run.manifest["cells"]
    names = list(dict.fromkeys(cell["variant"] for cell in cells))
    if len(names) < 2:
        raise InputError("compare: this run has one variant only; there is nothing to compare.")
    asked = []
    for cell in cells:
        if cell["variant"] == names[0]:
            continue
        base = next(
            c
            for c in cells
            if (c["variant"], c["lineup"], c["seats"]) == (names[0], cell["lineup"], cell["seats"])
        )
        asked += [
            (Side(cell["cell"], group), Side(base["cell"], group))
            for group in _telling_groups(run, cell)
        ]
    return _told(run, asked, level, _variant_words)


def compare_lineups(run: Run, level: float | None = None) -> list[Comparison]:
    """Compare the first line-up with each other of as many seats, on common boards.

    Only the players who differ are looked at: their strategy, or a dial or option of theirs.

    Parameters
    ----------
    run : Run
    level : float, optional
        Of the intervals; that of the config if not given.

    Returns
    -------
    list of Comparison
        The difference is the other line-up less the first. A family is all comparisons of a
        metric.

    Raises
    ------
    InputError
        If no two line-ups have as many seats and the same rules.
    """
    cells = run.manifest["cells"]
    asked = []
    for cell in cells:
        base = next(
            c for c in cells if (c["variant"], c["seats"]) == (cell["variant"], cell["seats"])
        )
        if base is cell:
            continue
        for name in run.manifest["metrics"]:
            metric = run.game.all_metrics[name]
            groups = [Group(metric, "all", "")] if metric.per == "game" else [
                Group(metric, "players", who) for who in _who_differs(cell, base)
            ]
            asked += [(Side(cell["cell"], g), Side(base["cell"], g)) for g in groups]
    if not asked:
        raise InputError(
            "compare: this run has no two line-ups of as many seats; there is nothing to compare."
        )
    return _told(run, asked, level, _lineup_words)


def _who_differs(cell: dict[str, Any], base: dict[str, Any]) -> list[str]:
    """Return the players who differ between two line-ups, as "0" or, for a whole team, "0,2"."""
    pairs = zip(cell["players"], base["players"], strict=True)
    differ = [p for p, (one, other) in enumerate(pairs) if one != other]
    if cell["teams"] == cell["seats"]:
        return [str(p) for p in differ]
    teams = [list(range(t, cell["seats"], cell["teams"])) for t in range(cell["teams"])]
    whole = [team for team in teams if set(team) <= set(differ)]
    alone = [p for p in differ if not any(p in team for team in whole)]
    return [",".join(map(str, team)) for team in whole] + [str(p) for p in alone]


def compare_strategies(run: Run, level: float | None = None) -> list[Comparison]:
    """Compare every two strategies of each cell on common boards.

    Parameters
    ----------
    run : Run
    level : float, optional
        Of the intervals; that of the config if not given.

    Returns
    -------
    list of Comparison
        A family is all comparisons of a metric.

    Raises
    ------
    InputError
        If no cell has two strategies.
    """
    asked = []
    for cell in run.manifest["cells"]:
        names = list(dict.fromkeys(player["strategy"] for player in cell["players"]))
        for metric in _seat_metrics(run):
            for first, second in itertools.combinations(names, 2):
                asked.append(
                    (
                        Side(cell["cell"], Group(metric, "strategy", first)),
                        Side(cell["cell"], Group(metric, "strategy", second)),
                    )
                )
    if not asked:
        raise InputError(
            "compare: no line-up of this run has two strategies; there is nothing to compare."
        )
    return _told(run, asked, level, _strategy_words)


def _seat_metrics(run: Run) -> list[Any]:
    known = run.game.all_metrics
    return [known[name] for name in run.manifest["metrics"] if known[name].per == "seat"]


def _telling_groups(run: Run, cell: dict[str, Any]) -> list[Group]:
    """Return the groups in which a variant can make a difference."""
    groups = []
    strategies = list(dict.fromkeys(player["strategy"] for player in cell["players"]))
    for name in run.manifest["metrics"]:
        metric = run.game.all_metrics[name]
        if metric.per == "game" or name not in FIXED_SUM:
            groups.append(Group(metric, "all", ""))
        if metric.per == "seat":
            groups.append(Group(metric, "from_starter", "0"))
        if metric.per == "seat" and len(strategies) > 1:
            groups += [Group(metric, "strategy", strategy) for strategy in strategies]
    return groups


def pair_moments(
    folder: Path, shapes: dict[int, CellShape], pairs: list[tuple[Side, Side]], n_blocks: int
) -> list[BoardMoments]:
    """Add up the boards of each pair.

    Returns
    -------
    list of BoardMoments
        One a pair: of either side the total, the games that count and the games played.
    """
    wanted: dict[int, list[Group]] = {}
    for side in itertools.chain.from_iterable(pairs):
        groups = wanted.setdefault(side.cell, [])
        if side.group not in groups:
            groups.append(side.group)
    for groups in wanted.values():
        groups.sort(key=lambda group: group.metric.name)
    moments = [BoardMoments(6) for _ in pairs]
    for block in range(n_blocks):
        read = {c: features(folder, shapes[c], groups, block) for c, groups in wanted.items()}
        for of_pair, pair in zip(moments, pairs, strict=True):
            of_pair.update(np.concatenate(
                [read[side.cell].whole(wanted[side.cell].index(side.group)) for side in pair], axis=1
            ))
    return moments


def _told(
    run: Run, pairs: list[tuple[Side, Side]], level: float | None, words: Any
) -> list[Comparison]:
    """Measure the pairs, adjust the families, and put each finding in words."""
    level = level or run.config.report.level
    shapes = {cell["cell"]: shape_of(cell) for cell in run.manifest["cells"]}
    moments = pair_moments(run.folder, shapes, pairs, run.manifest["blocks_done"])
    found, critical = [], critical_of(run)
    for (side, _), of_pair in zip(pairs, moments, strict=True):
        bounds = side.group.metric.bounds
        reach = bounds and (bounds[0] - bounds[1], bounds[1] - bounds[0])
        difference = paired(of_pair, 0, 1, 3, 4, level, reach or None, critical)
        found.append(with_worst_difference(
            difference, of_pair, (0, 1, 2), (3, 4, 5), bounds, critical
        ))
    comparisons: list[Comparison | None] = [None] * len(pairs)
    metrics = [side.group.metric.name for side, _ in pairs]
    for metric in dict.fromkeys(metrics):
        places = [i for i, name in enumerate(metrics) if name == metric]
        for i, adjusted in zip(places, holm([found[i] for i in places]), strict=True):
            comparisons[i] = words(run, *pairs[i], adjusted)
    told = [comparison for comparison in comparisons if comparison is not None]
    if not look_name(run):
        return told
    return [replace(each, words=f"{each.words} ({look_name(run)})") for each in told]


def _variant_words(run: Run, side: Side, base: Side, found: PairedDifference) -> Comparison:
    cell, other = run.manifest["cells"][side.cell], run.manifest["cells"][base.cell]
    who = _who(side.group)
    where = _where(run, cell)
    told = _say(
        found, side.group, f"with '{cell['variant']}' rather than '{other['variant']}', {who}"
    )
    return Comparison(
        f"{side.group.metric.name} by variant",
        cell["variant"],
        other["variant"],
        who + where,
        side.group.metric.name,
        found,
        told + where,
        (side, base),
    )


def _lineup_words(run: Run, side: Side, base: Side, found: PairedDifference) -> Comparison:
    cell, other = run.manifest["cells"][side.cell], run.manifest["cells"][base.cell]
    who = _who(side.group)
    if side.group.kind == "players":
        players = side.group.member.split(",")
        names = [c["players"][int(players[0])]["strategy"] for c in (cell, other)]
        who = ("player " if len(players) == 1 else "the team of players ") + " and ".join(players)
        who += f" ({' for '.join(dict.fromkeys(names))})"
    several = {
        cell["variant"]: {c["variant"] for c in run.manifest["cells"]},
        f"{cell['seats']} players": {c["seats"] for c in run.manifest["cells"]},
    }
    parts = [part for part, all_of_them in several.items() if len(all_of_them) > 1]
    where = f" ({', '.join(parts)})" if parts else ""
    told = _say(found, side.group, f"with '{cell['lineup']}' rather than '{other['lineup']}', {who}")
    return Comparison(
        f"{side.group.metric.name} by line-up", cell["lineup"], other["lineup"], who + where,
        side.group.metric.name, found, told + where, (side, base),
    )


def _strategy_words(run: Run, side: Side, base: Side, found: PairedDifference) -> Comparison:
    cell = run.manifest["cells"][side.cell]
    where = _where(run, cell, variant=True)
    first, second = side.group.member, base.group.member
    told = _say(found, side.group, f"'{first}', compared with '{second}',")
    caution = confounded(cell) or ""
    return Comparison(
        f"{side.group.metric.name} by strategy",
        first,
        second,
        first + where,
        side.group.metric.name,
        found,
        f"{told}{where}; {caution}" if caution else told + where,
        (side, base),
        caution,
    )


def _where(run: Run, cell: dict[str, Any], *, variant: bool = False) -> str:
    """Say which cell is meant, where there are several line-ups (or, if asked, variants)."""
    cells = run.manifest["cells"]
    parts = []
    if variant and len({c["variant"] for c in cells}) > 1:
        parts.append(cell["variant"])
    if len({(c["lineup"], c["seats"]) for c in cells}) > 1:
        parts += [cell["lineup"], f"{cell['seats']} players"]
    named = ", ".join(part for part in parts if part)
    return f" ({named})" if named else ""


def _who(group: Group) -> str:
    if group.metric.per == "game":
        return "a game"
    if group.kind == "from_starter":
        return "the starter"
    return group.member if group.kind == "strategy" else "a player"


_VERBS = {
    "loses": ("loses", "more often", "less often"),
    "wins": ("wins", "more often", "less often"),
    "place": ("comes", "later", "earlier"),
    "turns": ("takes", "longer", "shorter"),
}


def _say(found: PairedDifference, group: Group, subject: str) -> str:
    metric = group.metric
    if metric.name in _VERBS:
        verb, more, less = _VERBS[metric.name]
        unit = {"turns": "decisions", "place": "places"}.get(metric.name, "")
        if metric.share:
            return in_words(found, f"{subject} {verb}", more, less)
        return in_words(found, f"{subject} {verb}", more, less, unit, 1.0)
    if metric.share:
        return in_words(found, f"{subject}: {metric.text} is", "more", "less")
    return in_words(found, f"{subject}: {metric.text},", "more", "less", "", 1.0)
