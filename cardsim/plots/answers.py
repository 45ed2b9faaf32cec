"""The answer of a run in words, and the tables behind it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardsim.analysis.compare import FIXED_SUM, Comparison, compare
from cardsim.analysis.fairness import Equivalence, SeatTest, equivalence, seats_equal
from cardsim.analysis.groups import Group, blocks_of
from cardsim.analysis.moments import BoardMoments
from cardsim.analysis.summary import shape_of
from cardsim.engine.errors import InputError
from cardsim.engine.game import Metric
from cardsim.plots.data import (
    POINTS,
    Number,
    cell_name,
    fair,
    fair_words,
    main_metric,
    numbers,
    per_cent,
    scale,
    sentence,
    series_of,
    strategies,
)

if TYPE_CHECKING:
    from cardsim.experiment.run import Run

VERBS = {"loses": "loses", "wins": "wins"}  # of metrics that are shares of games
TINY = 0.0001
KINDS = {
    "all": "a game", "from_starter": "seat, from the starter", "strategy": "strategy",
    "team": "team",
}


@dataclass(frozen=True)
class Line:
    """One line of a table of estimates.

    Parameters
    ----------
    cell, who : str
        Where, and from whose point of view.
    number : Number
    boards : int
    method : str
    """

    cell: str
    who: str
    number: Number
    boards: int
    method: str


def answers(run: Run) -> list[str]:
    """Return the main estimates as sentences with intervals, the verdict first."""
    try:
        metric = main_metric(run)
    except InputError:
        return [_game_answer(run, run.game.all_metrics[run.manifest["metrics"][0]])]
    cells = run.manifest["cells"]
    series = series_of(cells)
    alike = [cell for cell in cells if len(strategies(cell)) == 1]
    said = _verdicts(run, metric, alike, series)
    for cell in cells:
        where = f"With {cell_name(cell, series)}"
        if cell in alike:
            number = numbers(run, cell, metric, "from_starter")["0"]
            said.append(f"{where}, {_is('the seat that starts', metric, number, run, cell)}.")
        else:
            ranked = _ranked(numbers(run, cell, metric, "strategy"), metric)
            said.append(f"{where}, {metric.text} from best to worst: {ranked}.")
    return said


def _game_answer(run: Run, metric: Metric) -> str:
    series = series_of(run.manifest["cells"])
    told = [
        f"{cell_name(cell, series)}: {numbers(run, cell, metric, 'all')[''].text()}"
        for cell in run.manifest["cells"]
    ]
    return f"{sentence(metric.text)}: {'; '.join(told)}."


def _verdicts(
    run: Run, metric: Metric, cells: list[dict[str, Any]], series: dict[tuple[str, str], str]
) -> list[str]:
    """Say in which cells the starter has more, less, or neither, as far as is known."""
    found: dict[str, list[str]] = {"more": [], "less": [], "neither": []}
    for cell in cells:
        number, line = numbers(run, cell, metric, "from_starter")["0"], fair(run, cell, metric)
        if line is None or number.low is None or number.high is None:
            continue
        verdict = "more" if number.low > line else "less" if number.high < line else "neither"
        found[verdict].append(cell_name(cell, series))
    verb = VERBS.get(metric.name, f"has a {metric.text}")
    measure = "its fair share" if metric.name in VERBS else "the mean of all seats"
    comparison = {
        "more": f"{verb} more than {measure}" if metric.name in VERBS else f"{verb} above {measure}",
        "less": f"{verb} less than {measure}" if metric.name in VERBS else f"{verb} below {measure}",
        "neither": f"cannot be told from {'a fair share' if metric.name in VERBS else measure}",
    }
    return [
        f"The seat that starts {comparison[verdict]} with {_list(names)}."
        for verdict, names in found.items() if names
    ]


def _list(names: list[str]) -> str:
    """Return names as words: a, b and c; a common ending is said once."""
    ending = " players"
    if all(name.endswith(ending) and name[: -len(ending)].isdigit() for name in names):
        return _list_words([name[: -len(ending)] for name in names]) + ending
    return _list_words(names, "; ")


def _list_words(names: list[str], comma: str = ", ") -> str:
    return names[0] if len(names) == 1 else f"{comma.join(names[:-1])} and {names[-1]}"


def _is(who: str, metric: Metric, number: Number, run: Run, cell: dict[str, Any]) -> str:
    line = fair(run, cell, metric)
    if number.reason:
        return f"there is no number for {who}: {number.reason}"
    beside = "" if line is None else f"; {fair_words(metric).split(',')[0]}: {line:.4g}"
    if metric.name in VERBS:
        return f"{who} {VERBS[metric.name]} {number.text()} games in a hundred{beside}"
    unit = f" {POINTS}" if metric.share else ""
    return f"{who} has a {metric.text} of {number.text()}{unit}{beside}"


def _ranked(values: dict[str, Number], metric: Metric) -> str:
    def rank(item: tuple[str, Number]) -> float:
        estimate = item[1].estimate
        return float("inf") if estimate is None else estimate * (-1 if metric.good >= 0 else 1)

    told = [f"{name} {number.text()}" for name, number in sorted(values.items(), key=rank)]
    return "; ".join(told) + f" {POINTS}" * metric.share


def fairness(run: Run) -> list[tuple[str, str]]:
    """Say of each cell where all play one strategy whether its seats are equal, and how equal.

    Returns
    -------
    list of (cell, words)
        Empty if the main metric is not a share.
    """
    try:
        metric = main_metric(run)
    except InputError:
        return []
    cells = run.manifest["cells"]
    series = series_of(cells)
    said = []
    for cell in cells:
        if metric.share and len(strategies(cell)) == 1:
            shape = shape_of(cell)
            groups = [Group(metric, "from_starter", str(seat)) for seat in range(shape.seats)]
            moments = BoardMoments(2 * len(groups))
            for block in blocks_of(run.folder, shape, groups, run.manifest["blocks_done"]):
                moments.update(block)
            y, w = list(range(len(groups))), list(range(len(groups), 2 * len(groups)))
            equal = equivalence(moments, y, w, run.config.report.level)
            words = _fairness_words(seats_equal(moments, y, w), equal, run)
            said.append((cell_name(cell, series), words))
    return said


def _fairness_words(test: SeatTest, equal: Equivalence, run: Run) -> str:
    if test.p_value is None:
        told = f"No test of equal seats: {test.reason}"
    else:
        p = f"p < {TINY:.4f}" if test.p_value < TINY else f"p = {test.p_value:.4f}"
        refuted = test.p_value < 1 - run.config.report.level
        told = f"The seats are not equal ({p})" if refuted else (
            f"These boards do not tell the seats apart ({p})"
        )
    return f"{told}; {equal.in_words()}."


def comparisons(run: Run) -> list[Comparison]:
    """Return the paired comparisons of variants and strategies; none if nothing differs."""
    try:
        return compare(run)
    except InputError:
        return []


def clear_differences(found: list[Comparison], metric: str) -> list[str]:
    """Say which comparisons of a metric are clear after Holm's adjustment, or that none is."""
    of_metric = [each for each in found if each.metric == metric]
    clear = [f"{sentence(each.words)}." for each in of_metric if each.difference.clear]
    if clear or not of_metric:
        return clear
    return [f"No difference in {metric} between variants or strategies is clear (Holm)."]


def comparison_number(run: Run, each: Comparison) -> Number:
    """Return a comparison's difference in the unit of its metric's axis."""
    times, found = scale(run.game.all_metrics[each.metric]), each.difference
    parts = (found.difference, found.low, found.high)
    return Number(
        *(None if part is None else part * times for part in parts), found.reason, signed=True
    )


def table(run: Run, metric: Metric) -> list[Line]:
    """Return the estimates of a metric in the groups that say something, cell by cell."""
    return list(_lines(run, metric))


def _lines(run: Run, metric: Metric) -> Iterator[Line]:
    cells = run.manifest["cells"]
    series = series_of(cells)
    summary, times = run.summary().filter(metric=metric.name), scale(metric)
    for cell in cells:
        for row in summary.filter(cell=cell["cell"]).iter_rows(named=True):
            if not _tells(row["group"], metric, cell):
                continue
            parts = (row["estimate"], row["low"], row["high"])
            number = Number(
                *(None if part is None else part * times for part in parts), row["reason"]
            )
            who = KINDS[row["group"]] + (f": {row['member']}" if row["member"] else "")
            who = who.replace("from the starter: 0", "the starter")
            if row["group"] == "all" and metric.per == "seat":
                who = "all seats"
            yield Line(cell_name(cell, series), who, number, row["n_boards"], row["method"])


def _tells(kind: str, metric: Metric, cell: dict[str, Any]) -> bool:
    """Tell whether a kind of group is worth a line."""
    if kind == "all":
        return metric.per == "game" or metric.name not in FIXED_SUM
    if kind == "strategy":
        return len(strategies(cell)) > 1
    return kind in KINDS


def level_words(run: Run) -> str:
    """Return the level of the intervals in words."""
    return per_cent(run.config.report.level)
