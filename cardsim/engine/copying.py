"""Copies of records, made once a decision: what a strategy is handed is never the table itself."""

from __future__ import annotations

from typing import Any

from cardsim.engine.compiling import INTERPRETED

_CHUNK = 32  # bytes; a few wide moves beat the call of memcpy and the start-up of `rep movs`
_UNROLLED = 4096

if INTERPRETED:

    def copy_record(target: Any, source: Any) -> None:
        """Copy all of a record into another of the same type."""
        for name in source.dtype.names:
            target[name] = source[name]

else:
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    @intrinsic
    def copy_record(_typing: Any, target: Any, source: Any) -> Any:
        """Copy all of a record into another of the same type."""
        if target != source or not isinstance(target, types.Record):
            return None
        size = target.size

        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            into, out_of = (builder.bitcast(argument, cgutils.voidptr_t) for argument in arguments)
            wide = size // _CHUNK if size <= _UNROLLED else 0
            vector = ir.VectorType(ir.IntType(8), _CHUNK).as_pointer()
            for i in range(wide):
                start = [ir.Constant(ir.IntType(64), i * _CHUNK)]
                loaded = builder.load(builder.bitcast(builder.gep(out_of, start), vector), align=1)
                builder.store(loaded, builder.bitcast(builder.gep(into, start), vector), align=1)
            rest = [ir.Constant(ir.IntType(64), wide * _CHUNK)]
            if size > wide * _CHUNK:
                cgutils.raw_memcpy(  # type: ignore[no-untyped-call]
                    builder, builder.gep(into, rest), builder.gep(out_of, rest),
                    ir.Constant(ir.IntType(64), size - wide * _CHUNK), 1,
                )
            return _context.get_dummy_value()

        return types.void(target, source), generate
