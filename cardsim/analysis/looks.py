"""Whether results were looked at before a run ended, and what its intervals must be then.

A run with a precision, and a match, may stop at any look. What is shown of it, by
whichever command or figure, is made with the critical value of its boundary
(`cardsim.analysis.boundaries`) at the boards where it is. The manifest says so under
``looks``.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any

from scipy import special

from cardsim.analysis.boundaries import Schedule, schedule
from cardsim.analysis.intervals import Critical, normal_critical

if TYPE_CHECKING:
    from cardsim.experiment.plan import Plan
    from cardsim.experiment.run import Run

BOUNDARY = "group-sequential, two-sided, alpha spent evenly in log boards (Lan & DeMets 1983)"


def possible(plan: Plan) -> Schedule:
    """Return the looks that a plan allows, whether or not it makes use of them."""
    return schedule(list(accumulate(n for _, n in plan.blocks())))


def planned(plan: Plan) -> Schedule | None:
    """Return the looks at which a run of this plan may stop, or None if it cannot."""
    asked = plan.config.precision is not None or plan.stop is not None
    return possible(plan) if asked else None


def entry(plan: Plan) -> dict[str, Any] | None:
    """Return what a new manifest says of looks; None if there are none."""
    looks = planned(plan)
    if looks is None:
        return None
    return {
        "schedule": list(looks.boards), "taken": [], "level": plan.config.report.level,
        "boundary": BOUNDARY, "critical": None,
    }


def due(manifest: dict[str, Any]) -> bool:
    """Tell whether the boards played so far are those of a look."""
    looks = manifest.get("looks")
    return looks is None or manifest["boards_done"] in looks["schedule"]


def note(manifest: dict[str, Any]) -> None:
    """Write into the manifest that results were looked at just now."""
    looks, boards = manifest.get("looks"), manifest["boards_done"]
    if looks is not None and boards not in looks["taken"]:
        found = Schedule(tuple(looks["schedule"])).critical_at(boards)
        looks["taken"].append(boards)
        looks["critical"] = found(1 - looks["level"])


def looks_of(run: Run) -> Schedule | None:
    """Return the looks at which a run could stop, or None if it could not."""
    manifest = run.manifest
    if manifest.get("looks") is not None:
        return Schedule(tuple(manifest["looks"]["schedule"]))
    if manifest.get("precision") is None and manifest.get("stop") is None:
        return None
    return possible(run.plan)  # its manifest is from before looks were noted


def critical_of(run: Run) -> Critical:
    """Return the critical values that every interval shown of a run is made with.

    Parameters
    ----------
    run : Run

    Returns
    -------
    callable
        From a two-sided chance of error to a standard normal critical value:
        `normal_critical` for a run whose length was fixed; for one that was looked at,
        its boundary's where it is now.
    """
    looks = looks_of(run)
    if looks is None or run.manifest["boards_done"] == 0:
        return normal_critical
    return looks.critical_at(run.manifest["boards_done"])


def look_name(run: Run) -> str:
    """Return which look a run is at: "look 6 of at most 22", or "" if it was not looked at."""
    looks = looks_of(run)
    if looks is None:
        return ""
    boards = run.manifest["boards_done"]
    taken, most = len(looks.taken(boards)), len(looks.boards)
    if boards in looks.boards:
        return f"look {taken} of at most {most}"
    return f"after look {taken} of at most {most}"


def nominal_level(run: Run) -> float:
    """Return the level that a single look would need, to reach as far as the run's boundary."""
    return 1 - 2 * float(special.ndtr(-critical_of(run)(1 - run.config.report.level)))


def looked_briefly(run: Run) -> str:
    """Return `looked_words` for a caption; "" for a run that was not looked at."""
    name = look_name(run)
    return f"Looked at on its way ({name}): intervals hold at all looks together." if name else ""


def looked_words(run: Run) -> str:
    """Return what a reader must know of a run that was looked at; "" for one that was not.

    One or two full sentences, for captions and reports.
    """
    looks = looks_of(run)
    if looks is None:
        return ""
    level = run.config.report.level
    value = critical_of(run)(1 - level)
    return (
        f"The run was looked at on its way and could stop early (this is {look_name(run)}), so its "
        f"intervals are wider: they reach {value:.2f} standard errors instead of "
        f"{normal_critical(1 - level):.2f}, and hold at all looks together with "
        f"{100 * level:g} %. {_lean(run)}"
    )


def _lean(run: Run) -> str:
    """Say which way the estimates of a run that stops early lean."""
    if run.manifest.get("precision") is not None:
        return (
            "Since it stops sooner where luck makes the spread look small, the estimates lean "
            "that way by a small part of the interval, which allows for it."
        )
    return (
        "Since it stops sooner where luck helps whoever is ahead, the differences come out a "
        "little too large on average; the intervals allow for it."
    )
