"""Who is linked with whom by results, and who stands above whom without a link back.

Players have ratings on one scale only if wins lead from each of them to each other: if
A was never placed below B, no finite distance between the two fits best. So players are
split into *parts*, within which all are linked both ways by enough results, and the
parts are put in order by who beat whom.

Sources
-------
Ford (1957), *American Mathematical Monthly* 64; Hunter (2004), *Annals of Statistics*
32, assumption 1: strengths exist if and only if the graph of wins is strongly connected.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csgraph, csr_array

from cardsim.analysis.moments import FloatArray

IntArray = NDArray[np.int64]


def linked_parts(beats: ArrayLike) -> list[list[int]]:
    """Split players into the parts that wins link both ways.

    Parameters
    ----------
    beats
        Shape (players, players): times the first was above the second.

    Returns
    -------
    list of list of int
        Each part ascending; a part that another one beat comes after it. Of parts that
        nobody's wins order, the one with the greater share of wins comes first.
    """
    table = np.asarray(beats, dtype=np.float64)
    n_parts, label = csgraph.connected_components(
        csr_array(table > 0), directed=True, connection="strong"
    )
    parts = [np.flatnonzero(label == each).tolist() for each in range(n_parts)]
    won = np.array([table[part].sum() for part in parts])
    met = won + np.array([table[:, part].sum() for part in parts])
    share = won / np.maximum(met, 1e-300)
    over = np.array([[(table[np.ix_(a, b)] > 0).any() for b in parts] for a in parts])
    np.fill_diagonal(over, val=False)
    ordered: list[list[int]] = []
    left = list(range(n_parts))
    while left:
        free = [a for a in left if not any(over[b, a] for b in left)]
        first = max(free, key=lambda a: (share[a], met[a], -parts[a][0]))
        ordered.append(parts[first])
        left.remove(first)
    return ordered


def tiers(links: ArrayLike, least: int) -> list[list[int]]:
    """Split players wherever the results that link them one way are too few.

    Parameters
    ----------
    links
        Shape (players, players), whole numbers: boards (or groups of them) on which the
        first was placed above the second.
    least
        Boards that must lead across any line between players, in either direction.

    Returns
    -------
    list of list of int
        Each ascending; those who were hardly ever placed below others come first.
    """
    table = np.asarray(links, dtype=np.int64)
    return [[int(i) for i in part] for part in _split(table, np.arange(len(table)), least)]


def _split(table: IntArray, players: IntArray, least: int) -> list[IntArray]:
    if len(players) < 2:
        return [players]
    weakest, below = _weakest_line(table[np.ix_(players, players)])
    if weakest >= least:
        return [players]
    return [
        *_split(table, players[~below], least), *_split(table, players[below], least)
    ]


def _weakest_line(table: IntArray) -> tuple[int, NDArray[np.bool_]]:
    """Find the players who were placed above the others least often: a minimum cut.

    Whatever the cut, it parts player 0 from some other one, in one of two directions.
    """
    capacity = table.copy()
    np.fill_diagonal(capacity, 0)
    graph = csr_array(capacity.astype(np.int32))
    best, below = np.iinfo(np.int64).max, np.zeros(len(table), dtype=bool)
    for other in range(1, len(table)):
        for source, sink in ((0, other), (other, 0)):
            found = csgraph.maximum_flow(graph, source, sink)
            if found.flow_value < best:
                best = int(found.flow_value)
                below = _reached(capacity - found.flow.toarray(), source)
    return best, below


def _reached(residual: FloatArray, source: int) -> NDArray[np.bool_]:
    """Tell who can still be reached from a player through what a flow leaves free."""
    order = csgraph.breadth_first_order(
        csr_array(residual > 0), source, directed=True, return_predecessors=False
    )
    reached = np.zeros(len(residual), dtype=bool)
    reached[order] = True
    return reached
