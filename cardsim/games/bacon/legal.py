"""Bacon: the legal moves of the seat to act (BA-2, BA-4 … BA-11)."""

from __future__ import annotations

from typing import Any

from cardsim.engine.bits import lowest_bit
from cardsim.engine.compiling import rule
from cardsim.games.bacon.hand import copies_at, rank_counts, wilds_needed, within_reach
from cardsim.games.bacon.moves import PASS_MOVE, is_flush, lead_move, play_move
from cardsim.games.bacon.state import LENGTH, N_TYPES, NOTHING, QUADS


def legal_moves(state: Any, rules: Any, moves: Any) -> int:
    """Write the legal moves of the seat to act; return how many there are."""
    table = state.table
    seat = table.turn
    own = state.seats[seat]
    if table.to_beat != NOTHING:
        n = _beaters(own, rules, table.to_beat, table.beat_rank, moves)
        moves[n] = PASS_MOVE  # BA-9
        return n + 1
    n = 0
    if (table.still_in >> seat) & 1:
        counts = rank_counts(own.cards)
        for kind in range(N_TYPES):  # BA-4, BA-5: bombs may be led (BA-7)
            n = _combinations(own, counts, rules, kind, 0, moves, n)
    if table.may_hand_over:
        n = _leads(table, rules, seat, moves, n)
    return n


@rule
def _beaters(own: Any, rules: Any, to_beat: int, rank: int, moves: Any) -> int:
    """Write what beats a combination: its own type of higher rank, and bombs (BA-7)."""
    counts = rank_counts(own.cards)
    n = _combinations(own, counts, rules, to_beat, rank, moves, 0)
    for kind in range(max(QUADS, to_beat + 1), N_TYPES):
        n = _combinations(own, counts, rules, kind, 0, moves, n)
    return n


@rule
def _combinations(
    own: Any, counts: int, rules: Any, kind: int, above: int, moves: Any, n: int
) -> int:
    """Write the combinations of a type above a rank, each once, with the fewest X (BA-8)."""
    for suit in range(rules.suits if is_flush(kind) else 1):
        needed = wilds_needed(own.cards, counts, kind, suit)
        reach = within_reach(needed, own.wilds, kind, above, rules.ranks)
        while reach != 0:
            low = lowest_bit(reach) >> 2
            reach &= reach - 1
            moves[n] = play_move(kind, low + LENGTH[kind], suit, copies_at(needed, low))
            n += 1
    return n


@rule
def can_beat(own: Any, rules: Any, to_beat: int, rank: int) -> bool:
    """Tell whether a SEAT has a combination that beats one of this type and rank (BA-7)."""
    counts = rank_counts(own.cards)
    kind, above = to_beat, rank
    while kind < N_TYPES:
        for suit in range(rules.suits if is_flush(kind) else 1):
            needed = wilds_needed(own.cards, counts, kind, suit)
            if within_reach(needed, own.wilds, kind, above, rules.ranks) != 0:
                return True
        kind, above = max(QUADS, kind + 1), 0
    return False


@rule
def _leads(table: Any, rules: Any, seat: int, moves: Any, n: int) -> int:
    """Write whom the winner of a round may let lead (BA-10); also if out (BA-11)."""
    left = -1
    if not (table.still_in >> seat) & 1:
        left = next_in(table, rules, seat)
    for step in range(1, rules.players):
        other = (seat + step) % rules.players
        partner = other % rules.teams == seat % rules.teams
        if (table.still_in >> other) & 1 and (partner or other == left):
            moves[n] = lead_move(other)
            n += 1
    return n


@rule
def next_in(table: Any, rules: Any, seat: int) -> int:
    """Return the next player still in on a seat's left."""
    seat = seat + 1 if seat + 1 < rules.players else 0
    while not (table.still_in >> seat) & 1:
        seat = seat + 1 if seat + 1 < rules.players else 0
    return seat
