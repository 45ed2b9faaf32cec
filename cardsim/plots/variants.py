"""What does a rule change? Differences between variants, paired on the board: a forest plot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from cardsim.analysis.compare import FIXED_SUM, Comparison, compare_variants
from cardsim.engine.game import Metric
from cardsim.plots.data import (
    POINTS,
    behind,
    fate,
    headline,
    main_metric,
    number_of,
    per_cent,
    scale,
)
from cardsim.plots.rows import Row, draw_rows, height_of
from cardsim.plots.style import BLUE, GREY, WIDTH, Key, Words, page

if TYPE_CHECKING:
    from cardsim.experiment.run import Run

MOST_PANELS = 3
AROUND = 0.95  # inches of a panel that are not rows


def draw(run: Run) -> Figure:
    """Draw what each variant changes against the first, the intervals of one family together.

    Raises
    ------
    InputError
        If the run has one variant only.
    """
    found = compare_variants(run)
    metrics = _metrics(run, found)
    known = run.game.all_metrics
    panels = []
    for name in metrics:
        of_metric = [each for each in found if each.metric == name]
        panels.append((known[name], list(_rows(of_metric, known[name]))))
    heights = [height_of(rows) for _, rows in panels]
    level = per_cent(run.config.report.level)
    keys = [
        Key(f"difference, {level} interval", BLUE, thick=2.6),
        Key(f"{level} interval for all of a panel together", BLUE, "", thick=1.0),
        Key("not clear of 0 (Holm)", BLUE, line="", filled=False),
        Key("no difference", GREY, "", "--", thick=1.2),
    ]
    figure = page(WIDTH, sum(heights) + AROUND * len(panels), _words(run, found, metrics), keys)
    grid = figure.add_gridspec(len(panels), 1, height_ratios=heights)
    for at, (metric, rows) in enumerate(panels):
        axes = figure.add_subplot(grid[at])
        axes.set_title(metric.text)
        unit = POINTS if metric.share else "decisions" if metric.name == "turns" else metric.text
        draw_rows(axes, rows, f"difference, {unit}", 0.0)
    return figure


def _metrics(run: Run, found: list[Comparison]) -> list[str]:
    """Return what has a panel: the main metric, then what variants change for all players."""
    there = list(dict.fromkeys(each.metric for each in found))
    main = [main_metric(run).name] if any(name in FIXED_SUM for name in there) else []
    others = [name for name in there if name not in FIXED_SUM and name not in main]
    return (main + others)[:MOST_PANELS]


def _rows(found: list[Comparison], metric: Metric) -> Iterator[Row]:
    """Yield the comparisons of a metric, under a heading for each variant if there are several."""
    variants = list(dict.fromkeys(each.first for each in found))
    alone = len({each.who for each in found}) == 1
    for variant in variants:
        if not alone:
            yield Row(variant, None)
        for each in found:
            if each.first == variant:
                yield _row(each, variant if alone else each.who, metric)


def _row(each: Comparison, name: str, metric: Metric) -> Row:
    low, high, times = each.difference.family_low, each.difference.family_high, scale(metric)
    outer = None if low is None or high is None else (low * times, high * times)
    number = number_of(each.difference, metric)
    return Row(name, number, outer=outer, filled=bool(each.difference.clear))


def _words(run: Run, found: list[Comparison], metrics: list[str]) -> Words:
    base, known = found[0].second, run.game.all_metrics
    others = [each.metric for each in found if each.metric not in metrics]
    told = [
        behind(run, fate(*(known[name] for name in metrics))),
        "Differences are paired on the board (Student's t).",
        "Families: Bonferroni intervals, Holm's test.",
        f"Point of view: named in each row, the variant less '{base}'.",
        f"Compared too, in tables: {', '.join(dict.fromkeys(others))}." if others else "",
    ]
    return Words(
        headline(run, f"What do the rules change in {run.game.title}?"),
        f"What each variant changes, compared with '{base}' on the same boards",
        " ".join(filter(None, told)),
    )
