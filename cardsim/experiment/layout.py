"""Which cells and boards stand in which file of a run.

A file holds one block of boards of one cell. Where there are many cells, it holds that block of
several neighbours, so that a large tournament is no folder of tens of thousands of small files.
The layout depends on the plan alone, and so do the files' bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

KINDS = ("games", "seats")
MANY_CELLS = 16  # with more cells than this, neighbours share files
CELLS_A_FILE = 50
ROWS_A_FILE = 1_000_000  # of the seats table; bounds the memory


class Piece(NamedTuple):
    """What one file of each table holds.

    Parameters
    ----------
    block : int
        Number of the block of boards.
    first, boards : int
        The first board, and how many.
    cells : tuple of int
        In the order of the rows.
    """

    block: int
    first: int
    boards: int
    cells: tuple[int, ...]

    @property
    def name(self) -> str:
        """Name of its files, without the ending."""
        return f"{self.cells[0]:04d}-{self.block:05d}"


def pieces(
    shapes: Sequence[tuple[int, int]], blocks: Sequence[tuple[int, int]]
) -> list[list[Piece]]:
    """Return the files of each block.

    Parameters
    ----------
    shapes : sequence of (games a board, seats)
        By cell. Cells share a file only if they are alike, so that each is one row group.
    blocks : sequence of (first board, number of boards)
    """
    return [
        [Piece(number, first, boards, cells) for cells in _shared(shapes, boards)]
        for number, (first, boards) in enumerate(blocks)
    ]


def _shared(shapes: Sequence[tuple[int, int]], boards: int) -> list[tuple[int, ...]]:
    if len(shapes) <= MANY_CELLS:
        return [(cell,) for cell in range(len(shapes))]
    files: list[list[int]] = []
    for cell, (games, seats) in enumerate(shapes):
        most = min(CELLS_A_FILE, ROWS_A_FILE // max(1, boards * games * seats))
        if files and len(files[-1]) < most and shapes[files[-1][0]] == shapes[cell]:
            files[-1].append(cell)
        else:
            files.append([cell])
    return [tuple(cells) for cells in files]
