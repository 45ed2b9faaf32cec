"""Bit masks as sets of small whole numbers."""

from __future__ import annotations

from typing import Any

import numba

from cardsim.engine.compiling import INTERPRETED, rule


@rule
def as_index(value: Any) -> int:
    """Return a whole number from 0 to 1,023 as it is, known not to be negative.

    Compiled code then need not look whether an index counts from the end; where an index is
    used often, that is felt.
    """
    return value & 1023  # type: ignore[no-any-return]


if INTERPRETED:

    def lowest_bit(mask: Any) -> int:
        """Return the position of the lowest bit set; the mask must not be 0."""
        value = int(mask)
        return (value & -value).bit_length() - 1

    def count_bits(mask: Any) -> int:
        """Return how many bits are set."""
        return int(mask).bit_count()

else:
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic
    def _trailing_zeros(_typing: Any, _mask: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], numba.core.cgutils.true_bit)

        return types.int64(types.int64), generate

    @intrinsic
    def _population(_typing: Any, _mask: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), generate

    @rule
    def lowest_bit(mask: Any) -> int:
        """Return the position of the lowest bit set; the mask must not be 0."""
        return _trailing_zeros(mask)  # type: ignore[call-arg,no-any-return]

    @rule
    def count_bits(mask: Any) -> int:
        """Return how many bits are set."""
        return _population(mask)  # type: ignore[call-arg,no-any-return]
