"""proto"""
from cardsim import strategy, rng_below
from cardsim.games.hand_and_foot.judging import chance_of_take, is_natural
from cardsim.games.hand_and_foot.moves import *
from cardsim.games.hand_and_foot.moves import meld_wilds
from cardsim.games.hand_and_foot.state import ACE, BLACK_THREE, BOOK, DEUCE, DRAW, JOKER, RED_THREE
from cardsim.engine.compiling import rule


@rule
def wanted(view, move, running, keep, start_from, wild_all, wild_close):
    table, own = view.table, view.own
    team = table.turn % view.rules.teams
    kind = move >> 16
    rank = rank_of(move)
    held = int(own.hand[rank])
    size = int(meld_size(table, team, rank))
    wilds = int(own.hand[DEUCE]) + int(own.hand[JOKER])
    pts = points_of(view.rules, move) / 100.0
    if kind == START:
        n = count_of(move)
        if n == BOOK:
            return 50.0 + pts
        if running:
            return 20.0 + pts
        if held >= start_from and held - n >= min(keep, held - 3):
            return 20.0 + pts
        return -1.0
    if kind == START_WITH_WILD:
        return 5.0 if running else -1.0
    if kind == ADD_NATURAL:
        if held + size >= BOOK:
            return 40.0 + pts
        if running or held > keep or held == 1:
            return 30.0 + pts
        return -1.0
    # wild
    nat = int(table.naturals[team, rank])
    missing = BOOK - size
    dirty = meld_wilds(table, team, rank) > 0
    value = size - (5.0 if nat >= 6 else 0.0) + (10.0 if dirty else 0.0) - (0.5 if wild_of(move) == JOKER else 0.0)
    if running and (wild_all or dirty):
        return 1.0 + value
    if wilds >= missing and missing <= wild_close:
        return 1.0 + value
    return -1.0


@strategy("hand_and_foot")
def planner(view, moves, rng, take_pile: bool = True, run_at: int = 6, keep: int = 2, start_from: int = 3,
            wild_all: bool = True, wild_close: int = 3, late: int = 10, risk: float = 6.0, pair: float = 1.0, mine: float = 1.0,
            foot_run: int = 99, danger: int = 3):
    table = view.table
    seat = table.turn
    rules = view.rules
    team = seat % rules.teams
    if table.phase == DRAW:
        for i in range(len(moves)):
            if (moves[i] >> 16) == TAKE_PILE:
                return i if take_pile else 1 - i
        return 0
    hand_n = table.hand_n[seat]
    running = (hand_n <= run_at and not table.in_foot[seat]) or (table.in_foot[seat] and hand_n <= foot_run) or table.stock_n <= late
    for other in range(rules.players):
        if other % rules.teams != team and table.in_foot[other] and table.hand_n[other] <= danger and has_books(table, rules, other % rules.teams):
            running = True
    opening = not table.opened[team]
    nxt = (seat + 1) % rules.players
    best, chosen = -1e9, 0
    pile = min(7, table.pile_n + 1)
    for i in range(len(moves)):
        move = moves[i]
        if (move >> 16) == DISCARD:
            card = rank_of(move)
            if card == BLACK_THREE:
                v = -0.1
            elif card > ACE:
                v = -20.0 - (card == JOKER)
            else:
                held = view.own.hand[card]
                v = -pair * (held if held < 3 else 4) - mine * (meld_size(table, team, card) > 0) - rules.card_points[card] / 100.0
                v -= risk * pile / 7.0 * chance_of_take(view, nxt, card)
            v -= 1000.0
        else:
            if opening:
                v = 1.0 + points_of(rules, move)
                if lays_wild(move):
                    v -= 100.0
            else:
                v = wanted(view, move, running, keep, start_from, wild_all, wild_close)
            if v < 0:
                v -= 10000.0
        v += rng_below(rng, 1000) * 1e-6
        if v > best:
            best, chosen = v, i
    return chosen
