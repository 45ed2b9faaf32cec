"""The answer of a run in words, and the tables behind it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardsim.analysis.compare import FIXED_SUM, Comparison, compare
from cardsim.analysis.fairness import Gain
from cardsim.analysis.seats import SeatFinding, seat_fairness
from cardsim.engine.errors import InputError
from cardsim.engine.game import Metric
from cardsim.plots.data import (
    POINTS,
    Number,
    cell_name,
    fair,
    fair_words,
    main_metric,
    number_of,
    number_of_row,
    numbers,
    scale,
    sentence,
    series_of,
    strategies,
)

if TYPE_CHECKING:
    from cardsim.experiment.run import Run

VERBS = {"loses": "loses", "wins": "wins"}  # of metrics that are shares of games
MOST_SAID = 6  # differences told in words
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


def verdicts(run: Run, seats: Sequence[SeatFinding] | None = None) -> list[str]:
    """Say where the starter has more than its share, less, or neither as far as is known.

    Of a share, the verdicts of all cells hold together.

    Parameters
    ----------
    run : Run
    seats : sequence of SeatFinding, optional
        What `seat_findings` found; found here if not given.
    """
    try:
        metric = main_metric(run)
    except InputError:
        return []
    cells = [cell for cell in run.manifest["cells"] if len(strategies(cell)) == 1]
    found: dict[str, list[dict[str, Any]]] = {"more": [], "less": [], "neither": []}
    starters = {
        each.cell: each.gains[0] for each in (seat_findings(run) if seats is None else seats)
        if each.gains
    }
    for cell in cells:
        low, high = _of_starter(run, cell, metric, starters.get(cell["cell"]))
        if low is not None and high is not None:
            found["more" if low > 0 else "less" if high < 0 else "neither"].append(cell)
    named = series_of(run.manifest["cells"])
    return [
        f"{_verdict(metric, verdict)} {_where(some, cells, named)}."
        for verdict, some in found.items() if some
    ]


def _of_starter(
    run: Run, cell: dict[str, Any], metric: Metric, gain: Gain | None
) -> tuple[float | None, float | None]:
    """Return the interval of how far the starter is from the mean of all seats."""
    number, line = numbers(run, cell, metric, "from_starter")["0"], fair(run, cell, metric)
    low = high = None
    if metric.share and gain is not None:
        low, high = gain.low, gain.high
    elif not metric.share and None not in (line, number.low, number.high):
        low, high = number.low - line, number.high - line  # type: ignore[operator]
    if low is None or high is None or line is None or number.worst is None:
        return low, high
    # No claim that the unfinished games could turn round.
    return min(low, number.worst[0] - line), max(high, number.worst[1] - line)


def _verdict(metric: Metric, verdict: str) -> str:
    if metric.name in VERBS:
        told = {"more": f"{VERBS[metric.name]} more than its fair share",
                "less": f"{VERBS[metric.name]} less than its fair share",
                "neither": "cannot be told from one with a fair share"}
    else:
        told = {"more": f"has a {metric.text} above that of all seats",
                "less": f"has a {metric.text} below that of all seats",
                "neither": f"has a {metric.text} that cannot be told from that of all seats"}
    return f"The seat that starts {told[verdict]}"


def _where(
    some: list[dict[str, Any]], cells: list[dict[str, Any]], named: dict[tuple[str, str], str]
) -> str:
    """Say which cells are meant: numbers of players, and for which variants and line-ups."""
    def by_series(chosen: list[dict[str, Any]]) -> dict[str, tuple[int, ...]]:
        seats: dict[str, tuple[int, ...]] = {}
        for cell in chosen:
            name = named[cell["variant"], cell["lineup"]]
            seats[name] = (*seats.get(name, ()), cell["seats"])
        return seats

    by_seats: dict[tuple[int, ...], list[str]] = {}
    for name, seats in by_series(some).items():
        by_seats.setdefault(seats, []).append(name)
    all_names = list(by_series(cells))
    every = " and ".join(
        word for at, word in enumerate(("variant", "line-up"))
        if len({pair[at] for pair in named}) > 1
    )
    told = []
    for seats, names in by_seats.items():
        players = f"with {_list_words([str(n) for n in seats])} players"
        if all_names == [""]:
            told.append(players)
        else:
            which = f"every {every}" if names == all_names else "; ".join(names)
            told.append(f"{players} ({which})")
    return _list_words(told)


def answers(run: Run) -> list[str]:
    """Return the main estimates as sentences with intervals, one a cell."""
    cells = run.manifest["cells"]
    series = series_of(cells)
    try:
        metric = main_metric(run)
    except InputError:
        metric = run.game.all_metrics[run.manifest["metrics"][0]]
    said = []
    for cell in cells:
        name = series[cell["variant"], cell["lineup"]]
        where = f"With {cell['seats']} players" + (f" ({name})" if name else "")
        if metric.per == "game":
            number = numbers(run, cell, metric, "all")[""]
            said.append(f"{where}, {metric.text}: {number.text()}.")
        elif len(strategies(cell)) == 1:
            number = numbers(run, cell, metric, "from_starter")["0"]
            said.append(f"{where}, {_is('the seat that starts', metric, number, run, cell)}.")
        else:
            said.append(f"{where}, {_ranked(numbers(run, cell, metric, 'strategy'), metric)}.")
    return said


def _list_words(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _is(who: str, metric: Metric, number: Number, run: Run, cell: dict[str, Any]) -> str:
    line = fair(run, cell, metric)
    if number.reason:
        return f"there is no number for {who}: {number.reason}"
    beside = "" if line is None else f"; {fair_words(metric).split(',')[0]}: {number.beside(line)}"
    if metric.name in VERBS:
        return f"{who} {VERBS[metric.name]} {number.text()} games in a hundred{beside}"
    unit = f" {POINTS}" if metric.share else ""
    return f"{who} has a {metric.text} of {number.text()}{unit}{beside}"


def _ranked(values: dict[str, Number], metric: Metric) -> str:
    def rank(item: tuple[str, Number]) -> float:
        estimate = item[1].estimate
        return float("inf") if estimate is None else estimate * (-1 if metric.good >= 0 else 1)

    ranked = sorted(values.items(), key=rank)
    if all(number.reason for _, number in ranked):
        return f"there is no number for any strategy: {ranked[0][1].reason}"
    unit = f", {POINTS}" * metric.share
    told = "; ".join(f"{name} {number.text()}" for name, number in ranked)
    return f"{metric.text} from best to worst{unit}: {told}"


def seat_findings(run: Run) -> list[SeatFinding]:
    """Return what is known of the seats of every cell; none if the main metric is not a share."""
    try:
        metric = main_metric(run)
    except InputError:
        return []
    return seat_fairness(run, [metric.name])


def fairness(run: Run, seats: Sequence[SeatFinding] | None = None) -> list[tuple[str, str]]:
    """Say of each cell whether its seats are equal, who gains, and how equal they are.

    Parameters
    ----------
    run : Run
    seats : sequence of SeatFinding, optional
        What `seat_findings` found; found here if not given.

    Returns
    -------
    list of (cell, words)
        Empty if the main metric is not a share.
    """
    cells = run.manifest["cells"]
    series = series_of(cells)
    return [
        (cell_name(cells[each.cell], series), f"{sentence(each.found())}.")
        for each in (seat_findings(run) if seats is None else seats)
    ]


def comparisons(run: Run) -> list[Comparison]:
    """Return the paired comparisons of variants and strategies; none if nothing differs."""
    try:
        return compare(run)
    except InputError:
        return []


def clear_differences(run: Run, found: list[Comparison]) -> list[str]:
    """Say which comparisons are clear after Holm's adjustment, or that none is.

    Of the main metric, and of those that need not be the same for all seats together.
    """
    try:
        main = main_metric(run).name
    except InputError:
        main = ""
    said = []
    for name in dict.fromkeys(each.metric for each in found):
        if name == main or name not in FIXED_SUM:
            said += _clear(run.game.all_metrics[name], [e for e in found if e.metric == name])
    more = [f"{len(said) - MOST_SAID} more are in the table of comparisons."]
    return said if len(said) <= MOST_SAID else said[:MOST_SAID] + more


def _clear(metric: Metric, found: list[Comparison]) -> list[str]:
    reasons = [each.difference.reason for each in found if each.difference.reason]
    clear = [each for each in found if each.difference.clear]
    if clear:
        return [_clear_words(metric, each) for each in clear]
    if len(reasons) == len(found):
        return [f"Differences in {metric.text} are not known: {reasons[0]}."]
    return [f"No difference in {metric.text} is clear (Holm, {len(found)} comparisons)."]


def _clear_words(metric: Metric, each: Comparison) -> str:
    low, high = each.difference.family_low, each.difference.family_high
    if low is None or high is None or low > 0 or high < 0:
        return f"{sentence(each.words)}."
    # Clear by Holm's test, though the interval that holds for all together reaches 0.
    number = number_of(each.difference, metric).text()
    return (
        f"{sentence(metric.text)}, {each.who}: '{each.first}' less '{each.second}' is {number}, "
        "clear by Holm's test."
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
            number = number_of_row(row, times)
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
