"""What a race has shown, in sentences, as a table and as data."""

from __future__ import annotations

import math
from typing import Any

from cardsim.analysis.best import Best
from cardsim.analysis.comparisons import decimals
from cardsim.analysis.intervals import student_critical
from cardsim.analysis.race import Entry, Outcome
from cardsim.analysis.simultaneous import share_limits


def in_words(found: Best) -> list[str]:
    """Say what was found, the most telling first."""
    asked, level = found.asked, f"{100 * found.asked.level:g} %"
    names = [f"'{name}'" for name in found.left]
    if found.race.leader is None:
        return ["Nothing is known: some meetings have had no game that ended."]
    leader = f"'{asked.names[found.race.leader]}'"
    if found.outcome is Outcome.BEST:
        said = [f"{leader} is the best ({level} sure, at all looks together)."]
    elif found.outcome is Outcome.WITHIN_MARGIN:
        said = [
            f"{leader} is the best, or within {_amount(found, asked.margin or 0.0)} of it "
            f"({level} sure, at all looks together); "
            f"{', '.join(names)} are not told apart farther."
        ]
    else:
        said = [
            f"Undecided after {found.boards:,} boards: the best is {_either(names)} ({level} sure)."
        ]
    good = "more" if asked.metric.good > 0 else "less"
    said.append(
        f"Compared: {asked.metric.text} ({good} is better) against each other candidate in turn, "
        "half the table each, in all seatings, all of them counting the same."
    )
    if found.unfinished > 0:
        share = f"Up to {100 * found.unfinished:.2g} % of a candidate's games did not end"
        said.append(
            f"{share}; what is said holds whatever they would have brought."
            if asked.metric.bounds is not None
            else f"{share} and are left out; {asked.metric.text} has no bounds, so what they would "
            "have brought is not known."
        )
    return said


def _either(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def _amount(found: Best, value: float) -> str:
    return f"{100 * value:g} points in a hundred" if found.asked.metric.share else f"{value:g}"


def ranked(found: Best) -> list[tuple[str, Entry]]:
    """Return the candidates that were looked at, who was in longest first, then by value."""
    entries = found.race.entries
    order = sorted(
        entries, key=lambda i: (i not in found.race.left, -entries[i].look, -entries[i].value)
    )
    return [(found.asked.names[i], entries[i]) for i in order]


def _own(found: Best, entry: Entry) -> tuple[float, float, float]:
    """Return a value and its interval, valid at every look, in the metric's own sign."""
    sign, critical = float(found.asked.metric.good), found.asked.schedule.critical(entry.look)
    value, level = sign * entry.value, found.asked.level
    if found.asked.metric.share:
        return value, *share_limits(value, entry.error, entry.boards, 1.0 - level, critical)
    reach = student_critical(1.0 - level, entry.boards - 1, critical) * entry.error
    return value, value - reach, value + reach


def columns_of(found: Best) -> tuple[str, list[str]]:
    """Return the title and the columns of the table of candidates."""
    unit = ", in a hundred" if found.asked.metric.share else ""
    return (
        f"{found.asked.metric.text}{unit}; and how much worse than the best of the others at most "
        "and at least (all of it holds at every look)",
        ["candidate", "mean", "low", "high", "at most", "at least", "boards", ""],
    )


def best_rows(found: Best) -> list[list[str]]:
    """Return the candidates as rows of text."""
    scale = 100.0 if found.asked.metric.share else 1.0
    rows = []
    for name, entry in ranked(found):
        value, low, high = (scale * each for each in _own(found, entry))
        places = decimals((high - low) / 2) if math.isfinite(high - low) and high > low else 1
        worst = abs(scale * entry.best.low)
        rows.append([
            name, *(f"{each:.{places}f}" for each in (value, low, high)),
            f"{worst:.{places}f}" if math.isfinite(worst) else "–",
            "more than 0" if entry.behind is not None else "0",
            f"{entry.boards:,}",
            "" if entry.behind is None else f"out: behind {found.asked.names[entry.behind]}",
        ])
    return rows


def best_json(found: Best) -> dict[str, Any]:
    """Return all that was found as JSON data."""
    asked, race = found.asked, found.race

    def finite(value: float) -> float | None:
        return value if math.isfinite(value) else None

    candidates = []
    for name, entry in ranked(found):
        value, low, high = _own(found, entry)
        candidates.append({
            "strategy": name, "estimate": value, "low": finite(low), "high": finite(high),
            "boards": entry.boards, "look": entry.look + 1, "left": entry.behind is None,
            "behind": None if entry.behind is None else asked.names[entry.behind],
            "less_best_low": finite(entry.best.low), "less_best_high": finite(entry.best.high),
        })
    return {
        "outcome": found.outcome, "words": in_words(found),
        "best": asked.names[race.leader]
        if race.leader is not None and found.outcome is not Outcome.OPEN else None,
        "leader": None if race.leader is None else asked.names[race.leader],
        "may_be_best": found.left, "metric": asked.metric.name,
        "better": "more" if asked.metric.good > 0 else "less", "margin": asked.margin,
        "level": asked.level, "candidates": candidates, "boards": found.boards,
        "games": found.games, "unfinished": found.unfinished, "looks": list(asked.schedule.boards),
        "folders": [str(folder) for folder in found.folders],
    }
