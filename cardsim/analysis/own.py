"""A user's own number from the tables of a run, with an interval over boards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import polars as pl

from cardsim.analysis.intervals import (
    LEVEL,
    Critical,
    clustered_mean,
    clustered_proportion,
    normal_critical,
)
from cardsim.analysis.looks import critical_of
from cardsim.analysis.moments import BoardMoments
from cardsim.engine.errors import InputError, nearest, one_of

if TYPE_CHECKING:
    import pandas as pd

    from cardsim.experiment.run import Run

    Rows: TypeAlias = pl.LazyFrame | pl.DataFrame | pd.DataFrame

VALUE, ROWS = "_value", "_rows"
SHARE = (0.0, 1.0)


def estimate(
    rows: Rows, value: str | pl.Expr, by: str | pl.Expr | Sequence[str | pl.Expr] = (), *,
    bounds: tuple[float, float] | None = None, level: float = LEVEL, run: Run | None = None,
) -> pl.DataFrame:
    """Estimate the mean of a value in groups of rows, with intervals that count boards, not rows.

    The games of a board are played with the same cards, and so are its seats: they are no
    independent trials. Here each board gives one total and one count, and the interval goes by
    the spread between boards, as everywhere in cardsim.

    Parameters
    ----------
    rows : polars LazyFrame or DataFrame, or pandas DataFrame
        Rows of `Run.games` or `Run.seats`, filtered and joined at will; it has the column
        ``board``. All are of one seed.
    value : str or polars.Expr
        A column, or an expression over columns: a number, or true or false. Rows where it is
        null do not count.
    by : str, polars.Expr, or a sequence of them, optional
        The groups: columns, or expressions with a name.
    bounds : tuple of float, optional
        The least and the greatest value that a row can have, if there are such: (0, 1) for
        a share. True or false has them anyway.
    level : float
        Of the intervals.
    run : Run, optional
        Whose rows they are. Give it if the run has a precision or is a match: it could stop at
        any look, and the intervals are then made to hold at all looks together.

    Returns
    -------
    polars.DataFrame
        A row a group, sorted: its columns, ``estimate``, ``low``, ``high``, ``level``,
        ``n_boards`` (that have such a row), ``n_rows``, ``method``, and ``reason`` where there
        is no number.

    Raises
    ------
    InputError
        If there is no column of a name, the value is no number, or it lies outside the bounds.

    Examples
    --------
    >>> four = run.seats.filter(pl.col("cell") == 2)
    >>> cardsim.estimate(four, "loses", by="pick_ups", bounds=(0, 1))
    """
    if not 0.5 < level < 1:
        raise InputError(f"level: found {level}; allowed: a number above 0.5 and below 1.")
    lazy = _lazy(rows)
    keys = [by] if isinstance(by, str | pl.Expr) else list(by)
    lazy, names = _chosen(lazy, value, keys)
    kind = lazy.collect_schema()[VALUE]
    if not (kind.is_numeric() or kind == pl.Boolean):
        raise InputError(f"value: found {kind}; allowed: numbers, or true and false.")
    if kind == pl.Boolean:
        bounds = SHARE
    critical = normal_critical if run is None else critical_of(run)
    totals = (
        lazy.with_columns(pl.col(VALUE).cast(pl.Float64))
        .drop_nulls(VALUE)
        .group_by([*names, "board"])
        .agg(
            pl.col(VALUE).sum(), pl.len().alias(ROWS), pl.col(VALUE).min().alias("least"),
            pl.col(VALUE).max().alias("greatest"),
        )
        .sort([*names, "board"])
        .collect()
    )
    _check_values(totals, bounds)
    found = []
    groups: Any = (
        totals.group_by(names, maintain_order=True) if names else [((), totals)]
    )
    for key, group in groups:
        found.append({**dict(zip(names, key, strict=True)), **_row(group, bounds, level, critical)})
    schema = {name: totals.schema[name] for name in names}
    return pl.DataFrame(found, schema={**schema, **_SCHEMA})


_SCHEMA = {
    "estimate": pl.Float64, "low": pl.Float64, "high": pl.Float64, "level": pl.Float64,
    "n_boards": pl.Int64, "n_rows": pl.Int64, "method": pl.String, "reason": pl.String,
}


def _lazy(rows: Any) -> pl.LazyFrame:
    """Take in any kind of table."""
    if isinstance(rows, pl.DataFrame | pl.LazyFrame):
        return rows.lazy()
    if hasattr(rows, "to_dict") and hasattr(rows, "columns"):
        return pl.from_pandas(rows).lazy()
    raise InputError(
        f"rows: found {type(rows).__name__}; allowed: a Polars or pandas data frame, such as "
        "run.seats."
    )


def _chosen(
    lazy: pl.LazyFrame, value: str | pl.Expr, keys: list[str | pl.Expr]
) -> tuple[pl.LazyFrame, list[str]]:
    """Return the groups' columns, the board and the value alone; and the groups' names."""
    known = lazy.collect_schema().names()
    for name in ["board", *(k for k in [value, *keys] if isinstance(k, str))]:
        if name not in known:
            raise InputError(
                f'rows: found no column "{name}"; known: {one_of(known)}.{nearest(name, known)}'
            )
    by = [pl.col(key) if isinstance(key, str) else key for key in keys]
    what = pl.col(value) if isinstance(value, str) else value
    try:
        picked = lazy.select(*by, pl.col("board"), what.alias(VALUE))
        names = [n for n in picked.collect_schema().names() if n not in ("board", VALUE)]
    except pl.exceptions.PolarsError as error:
        raise InputError(f"rows: {str(error).splitlines()[0]}") from None
    return picked, names


def _check_values(totals: pl.DataFrame, bounds: tuple[float, float] | None) -> None:
    """Refuse values that are no finite numbers, or outside their bounds."""
    least, greatest = totals["least"].min(), totals["greatest"].max()
    if least is None or greatest is None:
        return
    extremes = np.array([least, greatest, totals[VALUE].sum()], dtype=np.float64)
    if not np.isfinite(extremes).all():
        raise InputError("value: found nan or an infinite number; make it null where none counts.")
    if bounds is not None and not bounds[0] <= extremes[0] <= extremes[1] <= bounds[1]:
        raise InputError(
            f"value: found {extremes[0]:g} to {extremes[1]:g}; allowed by bounds: {bounds[0]:g} to "
            f"{bounds[1]:g}."
        )


def _row(
    group: pl.DataFrame, bounds: tuple[float, float] | None, level: float, critical: Critical
) -> dict[str, Any]:
    """Estimate one group, from its boards' totals and counts."""
    boards = group.select(VALUE, ROWS).to_numpy().astype(np.float64)
    moments = BoardMoments(2).update(boards)
    found = (
        clustered_proportion(moments, 0, 1, level, critical) if bounds == SHARE
        else clustered_mean(moments, 0, 1, level, bounds, critical)
    )
    return {
        "estimate": found.estimate, "low": found.low, "high": found.high, "level": level,
        "n_boards": len(boards), "n_rows": int(boards[:, 1].sum()), "method": found.method,
        "reason": found.reason,
    }
