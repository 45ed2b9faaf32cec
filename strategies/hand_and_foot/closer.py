"""Work for the books that going out needs, and go out when ahead."""

from cardsim import heuristic
from cardsim.engine.compiling import rule
from cardsim.games.hand_and_foot.judging import round_lead
from cardsim.games.hand_and_foot.moves import (
    ADD_NATURAL,
    DISCARD,
    TAKE_PILE,
    cards_laid,
    has_books,
    is_meld,
    kind_of,
    lays_wild,
    meld_size,
    meld_wilds,
    points_of,
    rank_of,
)
from cardsim.games.hand_and_foot.state import BOOK, LEAST_MELD

from ._habits import danger_of, worth_keeping


@heuristic("hand_and_foot")
def closer(view, move, fear: float = 30.0, lead: float = 0.0):
    """Get a clean and a dirty book, reach the foot, and go out when ahead.

    Wild cards go to a meld that is dirty already, or to the longest one if the team still needs
    a dirty book; other melds stay clean. Once the team may go out, the last cards are melded only
    if it is ahead in this round by at least `lead` points, counting what all would be caught with.
    Takes the pile whenever possible, and guards its discards as the pile hunter does.
    """
    table = view.table
    kind = kind_of(move)
    if kind == TAKE_PILE:
        return 1.0
    if kind == DISCARD:
        card = rank_of(move)
        return -worth_keeping(view, card, 1.0, 0.5, 10.0) - danger_of(view, card, fear)
    if not is_meld(move):
        return 0.0
    team = table.turn % view.rules.teams
    if table.opened[team]:
        if lays_wild(move) and not _has_place(view, team, rank_of(move)):
            return -1000.0
        if _is_early(view) and _wastes_a_place(view, move, team):
            return -1000.0
        if _would_go_out(view, move, team) and round_lead(view) < lead:
            return -1000.0
    return 1000.0 + points_of(view.rules, move) + 20.0 * meld_size(table, team, rank_of(move))


@rule
def _is_early(view):
    """Tell whether the stock lasts for some turns, and the hand is not nearly played out."""
    table, rules = view.table, view.rules
    turns = table.stock_n / float(rules.players * rules.draw_count)
    return turns > 4.0 and table.hand_n[table.turn] > 5


@rule
def _wastes_a_place(view, move, team):
    """Tell whether a natural card spoils a meld of four for the pile without closing it soon."""
    if kind_of(move) != ADD_NATURAL:
        return False
    size = int(meld_size(view.table, team, rank_of(move)))
    return size >= BOOK - LEAST_MELD and size + int(view.own.hand[rank_of(move)]) < BOOK


@rule
def _has_place(view, team, rank):
    """Tell whether a wild card belongs on the team's meld of a rank."""
    table = view.table
    if meld_wilds(table, team, rank) > 0:
        return True
    longest = 0
    for other in range(len(table.naturals[team])):
        if meld_wilds(table, team, other) > 0:
            return False  # there is a dirty meld to close first
        longest = max(longest, int(meld_size(table, team, other)))
    if table.dirty_books[team] < view.rules.need_dirty:
        return meld_size(table, team, rank) == longest
    return table.clean_books[team] >= view.rules.need_clean


@rule
def _would_go_out(view, move, team):
    """Tell whether a meld leaves one card, which the discard would go out with."""
    table = view.table
    seat = table.turn
    if not table.in_foot[seat] or not has_books(table, view.rules, team):
        return False
    return table.hand_n[seat] - cards_laid(move) == 1
