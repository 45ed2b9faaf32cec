"""Numbers as users hand them over: Python's, NumPy's, pandas' or Polars'; out come Python's own."""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping
from typing import Any

import numpy as np

from cardsim.engine.errors import InputError


def whole(name: str, value: object, least: int, most: int) -> int:
    """Return a whole number as a Python int.

    Anything that says of itself that it is one is taken (``operator.index``), but true and false.

    Raises
    ------
    InputError
        If it is none, or out of range.
    """
    number = as_whole(value)
    if number is None or not least <= number <= most:
        raise InputError(
            f"{name}: found {value!r}; allowed: a whole number, {least:,} to {most:,}."
        )
    return number


def as_whole(value: object) -> int | None:
    """Return a whole number as a Python int, or None if it is none."""
    if isinstance(value, bool | np.bool_):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def real(name: str, value: object, allowed: str = "a number") -> float:
    """Return a number as a Python float.

    Raises
    ------
    InputError
        If it is none, or not finite.
    """
    number: float | None = as_whole(value)
    if number is None and isinstance(value, float | np.floating):
        number = float(value)
    try:
        finite = number is not None and math.isfinite(number)
    except OverflowError:
        finite = False
    if not finite:
        raise InputError(f"{name}: found {value!r}; allowed: {allowed}.")
    return float(number)  # type: ignore[arg-type]


def plain_data(data: Any) -> Any:
    """Return tables, lists and numbers of any library as Python's own; leave all else alone."""
    if isinstance(data, Mapping):
        return {
            str(key) if isinstance(key, np.str_) else key: plain_data(value)
            for key, value in data.items()
        }
    if isinstance(data, list | tuple):
        return [plain_data(value) for value in data]
    if isinstance(data, np.ndarray) and data.ndim <= 1 and not data.dtype.hasobject:
        return data.tolist()
    if isinstance(data, np.floating):
        return float(data)
    if isinstance(data, np.generic):
        return data.item()
    if type(data).__module__.split(".")[0] in ("pandas", "polars") and hasattr(data, "to_list"):
        return [plain_data(value) for value in data.to_list()]
    return data
