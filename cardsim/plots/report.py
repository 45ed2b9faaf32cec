"""The HTML report of a run: one file with answer, tables, figures, and how to get it again."""

from __future__ import annotations

import base64
import os
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, StrictUndefined
from matplotlib.figure import Figure

from cardsim.analysis.compare import Comparison
from cardsim.analysis.looks import looked_words
from cardsim.engine.errors import InputError
from cardsim.experiment.paths import near
from cardsim.plots import answers
from cardsim.plots.data import (
    axis_label,
    behind,
    cell_name,
    fate,
    main_metric,
    number_of,
    per_cent,
    series_of,
    share_text,
)
from cardsim.plots.draw import Drawn, draw_all, svg_of
from cardsim.plots.names import FIGURES
from cardsim.plots.style import words_of

if TYPE_CHECKING:
    from cardsim.experiment.run import Run

REPORT = "report.html"
TEMPLATE = "report.html.j2"


def write_report(run: Run, drawn: Sequence[Drawn] | None = None) -> Path:
    """Write the report of a run into its folder: one file that needs nothing else.

    Parameters
    ----------
    run : Run
    drawn : sequence of Drawn, optional
        Of `cardsim.plots.draw.draw_all`, if they are drawn already.

    Returns
    -------
    Path

    Raises
    ------
    InputError
        If nothing has been played yet, or the folder cannot be written.
    """
    if run.manifest["boards_done"] == 0:
        raise InputError(f"{near(run.folder)}: nothing has been played yet.")
    text = render(run, draw_all(run) if drawn is None else drawn)
    path = run.folder / REPORT
    aside = path.with_name(f".{REPORT}.{os.getpid()}")
    try:
        aside.write_text(text, encoding="utf-8")
        aside.replace(path)
    except OSError as error:
        raise InputError(f"{near(path)}: cannot be written ({error.strerror}).") from None
    return path


def render(run: Run, drawn: Sequence[Drawn]) -> str:
    """Return the report as HTML."""
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    template = environment.from_string(
        files("cardsim.plots").joinpath(TEMPLATE).read_text(encoding="utf-8")
    )
    found, known = answers.comparisons(run), run.game.all_metrics
    seats = answers.seat_findings(run)
    return template.render(
        title=run.manifest["title"] or f"{run.game.title}: {run.manifest['name']}",
        manifest=run.manifest, game=run.game, level=per_cent(run.config.report.level),
        behind=behind(run, fate(*(known[name] for name in run.manifest["metrics"]))),
        verdicts=[*answers.verdicts(run, seats), *answers.clear_differences(run, found)],
        answers=answers.answers(run),
        fairness=answers.fairness(run, seats), figures=[_figure(each) for each in drawn],
        tables=_tables(run), comparisons=_comparisons(run, found), cells=_cells(run),
        sources=_sources(run), looked=looked_words(run), folder=near(run.folder).as_posix(),
        config=(run.folder / "config.toml").read_text(encoding="utf-8"),
    )


def _asked_first(run: Run) -> str:
    try:
        return main_metric(run).name
    except InputError:
        return str(run.manifest["metrics"][0])


def _figure(drawn: Drawn) -> dict[str, str]:
    text = FIGURES[drawn.name].text
    if drawn.figure is None:
        return {"name": drawn.name, "text": text, "reason": drawn.reason, "source": ""}
    words = words_of(drawn.figure)
    told = f"{words.title} {words.subtitle}. {words.caption}"
    return {"name": drawn.name, "text": told, "reason": "", "source": _embedded(drawn.figure)}


def _embedded(figure: Figure) -> str:
    """Return a figure as a data address, so that the report is one file."""
    return "data:image/svg+xml;base64," + base64.b64encode(svg_of(figure)).decode("ascii")


def _tables(run: Run) -> list[dict[str, Any]]:
    """Return a table a metric, the one asked for first in front."""
    first = _asked_first(run)
    names = [first, *(name for name in run.manifest["metrics"] if name != first)]
    metrics = [run.game.all_metrics[name] for name in names]
    return [
        {"name": axis_label(metric).replace("\n", " "), "lines": answers.table(run, metric)}
        for metric in metrics
    ]


def _comparisons(run: Run, found: list[Comparison]) -> list[dict[str, Any]]:
    return [
        {
            "family": each.family, "who": each.who,
            "what": f"'{each.first}' less '{each.second}'",
            "number": number_of(each.difference, run.game.all_metrics[each.metric]),
            "p": each.difference.p_holm,
            "stands": each.difference.clear, "gain": each.difference.variance_ratio,
        }
        for each in found
    ]


def _cells(run: Run) -> list[dict[str, Any]]:
    """Return what was played, a line a cell."""
    series = series_of(run.manifest["cells"])
    summary = run.summary().filter(metric="unfinished")
    cells = []
    for cell in run.manifest["cells"]:
        row = summary.filter(cell=cell["cell"]).row(0, named=True)
        cells.append({
            "number": cell["cell"], "name": cell_name(cell, series),
            "players": ", ".join(player["strategy"] for player in cell["players"]),
            "rotations": cell["rotations"], "games": row["n_games"],
            "unfinished": share_text(row["unfinished"]) if row["unfinished"] else "0",
        })
    return cells


def _sources(run: Run) -> list[tuple[str, str, str]]:
    """Return the strategies with their dials and the digest of their source."""
    found = {
        (player["strategy"], ", ".join(f"{k} = {v}" for k, v in player["params"].items()),
         player["source"])
        for cell in run.manifest["cells"] for player in cell["players"]
    }
    return sorted(found)
