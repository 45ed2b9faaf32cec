"""What a table of docs/coverage.md is, and how its numbers are counted."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from cardsim.analysis.limits import means

BOARDS = (30, 100, 1_000, 10_000)


@dataclass
class Table:
    """A title, words, and rows of text or numbers under a header."""

    title: str
    words: str
    header: list[str]
    rows: list[list[str]] = field(default_factory=list)

    def markdown(self) -> str:
        lines = [f"## {self.title}", "", self.words, "", "| " + " | ".join(self.header) + " |"]
        lines.append("|" + " --- |" * len(self.header))
        lines += ["| " + " | ".join(row) + " |" for row in self.rows]
        return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class Cover:
    """How often a number was told, how often what was told held the truth, how wide it was.

    Widths are relative to the ideal: 1.96 of the true standard errors to either side.
    """

    told: float
    covered: float
    width: float = float("nan")

    def words(self) -> str:
        if self.told < 0.01:
            return "no number"
        part = "" if self.told > 0.995 else f", told {100 * self.told:.0f} %"
        width = "" if np.isnan(self.width) else f" (× {self.width:.2f}{part})"
        return f"{100 * self.covered:.1f}{width or part}"


def cover(low, high, truth, told=None, ideal=None) -> Cover:
    """Count, over replications; `ideal` is the half-width of a perfect interval."""
    told = np.ones(len(low), bool) if told is None else told
    if not told.any():
        return Cover(0.0, float("nan"))
    held = (low <= truth + 1e-12) & (truth - 1e-12 <= high)
    width = np.nan if ideal is None else np.median((high - low)[told]) / 2 / ideal
    return Cover(told.mean(), held[told].mean(), float(width))


def means_of_rows(counts, y, w):
    """Summarise replications of boards that can give a few rows only, as `moments.spread` would.

    Parameters
    ----------
    counts
        Shape (replications, rows): how many boards gave each row.
    y, w
        Shape (rows,): total of the metric, games that count.
    """
    n = counts.sum(axis=1)
    sums = counts @ np.column_stack([y, w, w * w])
    ratio = sums[:, 0] / sums[:, 1]
    influence = (y - ratio[:, None] * w) / (sums[:, 1] / n)[:, None]
    square = (counts * influence**2).sum(axis=1)
    square[square < 1e-12 * n] = 0.0
    cube = (counts * influence**3).sum(axis=1)
    skewness = np.divide(cube / n, (square / n) ** 1.5, where=square > 0, out=np.zeros_like(square))
    behind = sums[:, 1] ** 2 / sums[:, 2]
    skewness *= np.sqrt(behind / n)
    deviating = n - np.minimum(_usually(counts, y), _usually(counts, w))
    return means(ratio, np.sqrt(square / (n - 1) / n), skewness, behind, deviating)


def _usually(counts, values):
    different, which = np.unique(values, return_inverse=True)
    by_value = np.stack([counts[:, which == i].sum(axis=1) for i in range(len(different))], axis=1)
    middle = (counts.sum(axis=1, keepdims=True) - 1) // 2
    median = (by_value.cumsum(axis=1) > middle).argmax(axis=1)
    return by_value[np.arange(len(counts)), median]


def means_of_values(values):
    """Summarise replications of one value a board, shape (replications, boards)."""
    n = values.shape[1]
    mean = values.mean(axis=1)
    centred = values - mean[:, None]
    square, cube = (centred**2).sum(axis=1), (centred**3).sum(axis=1)
    square[square < 1e-12 * n] = 0.0
    skewness = np.divide(cube / n, (square / n) ** 1.5, where=square > 0, out=np.zeros_like(square))
    middle = (n - 1) // 2
    usual = np.partition(values, middle, axis=1)[:, middle]
    deviating = n - (values == usual[:, None]).sum(axis=1)
    return means(mean, np.sqrt(square / (n - 1) / n), skewness, n, deviating)
