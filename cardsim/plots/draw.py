"""Draw the figures of a run, and write them as PNG and SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from matplotlib.figure import Figure

from cardsim.engine.errors import InputError, nearest, one_of
from cardsim.experiment.paths import near
from cardsim.plots.names import FIGURES
from cardsim.plots.style import DPI, settle, styled

if TYPE_CHECKING:
    from cardsim.experiment.run import Run


@dataclass(frozen=True)
class Drawn:
    """A figure of a run, or why there is none.

    Parameters
    ----------
    name : str
    figure : matplotlib Figure or None
    reason : str
    """

    name: str
    figure: Figure | None
    reason: str = ""


@styled
def draw(run: Run, name: str) -> Figure:
    """Draw one figure.

    Parameters
    ----------
    run : Run
    name : str
        One of `cardsim.plots.names.FIGURES`.

    Raises
    ------
    InputError
        If there is no such figure, or the run has nothing to show in it.
    """
    if name not in FIGURES:
        raise InputError(
            f'figure: found "{name}"; known: {one_of(FIGURES)}.{nearest(name, FIGURES)}'
        )
    if run.manifest["boards_done"] == 0:
        raise InputError(f"{near(run.folder)}: nothing has been played yet.")
    figure: Figure = import_module(f"cardsim.plots.{name}").draw(run)
    return settle(figure)


def draw_all(run: Run) -> list[Drawn]:
    """Draw the figures that a run's config asks for, or the usual ones.

    Returns
    -------
    list of Drawn
        In the order asked for, with reasons where there is nothing to show.
    """
    drawn = []
    for name in run.config.report.plots or ():
        try:
            drawn.append(Drawn(name, draw(run, name)))
        except InputError as error:
            drawn.append(Drawn(name, None, str(error)))
    return drawn


_SVG: WeakKeyDictionary[Figure, bytes] = WeakKeyDictionary()  # drawn once for file and report


@styled
def svg_of(figure: Figure) -> bytes:
    """Return a figure as SVG, the same bytes every time."""
    if figure not in _SVG:
        buffer = BytesIO()
        figure.savefig(buffer, format="svg", metadata={"Date": None})
        _SVG[figure] = buffer.getvalue()
    return _SVG[figure]


@styled
def save_figure(figure: Figure, name: str, folder: Path) -> list[Path]:
    """Write a figure into a folder, as PNG and SVG of that name.

    Returns
    -------
    list of Path

    Raises
    ------
    InputError
        If the folder cannot be written.
    """
    paths = [folder / f"{name}.png", folder / f"{name}.svg"]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        figure.savefig(paths[0], dpi=DPI)
        paths[1].write_bytes(svg_of(figure))
    except OSError as error:
        raise InputError(f"{near(folder)}: cannot be written ({error.strerror}).") from None
    return paths


def save(run: Run, name: str, folder: Path) -> list[Path]:
    """Draw one figure and write it into a folder, as PNG and SVG.

    Returns
    -------
    list of Path

    Raises
    ------
    InputError
        As `draw` and `save_figure`.
    """
    return save_figure(draw(run, name), name, folder)


def save_all(
    run: Run, drawn: Sequence[Drawn] | None = None
) -> tuple[list[Path], list[tuple[str, str]]]:
    """Write the figures that a run's config asks for into its folder ``plots``.

    Parameters
    ----------
    run : Run
    drawn : sequence of Drawn, optional
        Of `draw_all`, if they are drawn already.

    Returns
    -------
    files : list of Path
    skipped : list of (name, reason)
    """
    files, skipped = [], []
    for each in draw_all(run) if drawn is None else drawn:
        if each.figure is None:
            skipped.append((each.name, each.reason))
        else:
            files += save_figure(each.figure, each.name, run.folder / "plots")
    return files, skipped
