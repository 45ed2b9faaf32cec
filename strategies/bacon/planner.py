"""A Bacon strategy that plans how to empty its hand."""

from cardsim import rng_below, strategy
from cardsim.engine.bits import lowest_bit
from cardsim.engine.compiling import rule
from cardsim.games.bacon.hand import (
    EIGHTS,
    ONES,
    SEVENS,
    copies_at,
    counts_after,
    lacking,
    rank_counts,
    window_of,
    window_sums,
)
from cardsim.games.bacon.moves import (
    is_bomb,
    is_lead_over,
    is_pass,
    rank_of,
    seat_of,
    size_of,
    type_of,
    wilds_of,
)
from cardsim.games.bacon.state import (
    BOBTAIL,
    HEXES,
    LENGTH,
    PAIR,
    PLATES,
    QUADS,
    QUINTS,
    RUN,
    SINGLE,
    STAIRS,
    STRAIGHT,
    STRETCH,
    TRIPLE,
    TUBES,
    WIDTH,
)

# How often a combination wins its round, by type: of the lowest rank, and how much more of the
# highest (measured on games of `partner_aware`, four players, default rules).
FLOOR = (0.05, 0.20, 0.15, 0.25, 0.12, 0.16, 0.20, 0.10, 0.20, 0.40, 0.65, 0.80, 0.90, 0.97, 0.99)
RISE = (0.92, 0.70, 0.60, 0.50, 0.50, 0.60, 0.45, 0.60, 0.50, 0.48, 0.08, 0.12, 0.08, 0.02, 0.01)
GROUPS = (SINGLE, PAIR, TRIPLE, QUADS, QUINTS, HEXES)
LONG = (STRETCH, STRAIGHT, TUBES, PLATES, BOBTAIL, RUN, STAIRS)


@strategy("bacon")
def planner(
    view, moves, rng, winner: float = 1.2, lead: float = 0.5, partner_lead: float = 0.2,
    opponent_lead: float = 0.25, wild: float = 1.2, bomb: float = 0.45, urgent: float = 0.5,
    help: float = 1.5, bombs: bool = True,
):
    """Split the hand into as few plays as possible, and make the move that brings it nearest to out.

    Every combination of the plan costs a turn, less what it earns by winning its round
    (`winner`); the last one is free; an X kept is worth `wild`, so X go where they save a
    play. A move is judged by the cost of the hand it leaves and by who is likely to lead next:
    oneself (`lead`), the partner (`partner_lead`), an opponent (`opponent_lead`, more by `urgent`
    for each card below five that the nearest one holds). With `bombs` off no bomb is ever played.
    """
    table, rules, me = view.table, view.rules, view.table.turn
    against = opponent_lead + urgent * max(0, 5 - fewest_of_opponents(table, rules, me))
    stay = -plan_cost(rank_counts(view.own.cards), view.own.wilds, rules.ranks, winner, wild, bomb)
    chosen, best, n_best = 0, 0.0, 0
    for i in range(len(moves)):
        move = moves[i]
        if is_lead_over(move):
            points = stay + after_handing_over(table, rules, me, seat_of(move), partner_lead, help, against)
        elif is_pass(move):
            points = stay + after_passing(table, rules, me, partner_lead, against)
        elif size_of(move) == table.hand_n[me]:
            points = 1_000.0
        elif is_bomb(move) and not bombs:
            points = -1_000.0
        else:
            wins = chance_to_win(table, rules, me, type_of(move), rank_of(move))
            left = plan_cost(
                counts_after(view.own, move), view.own.wilds - wilds_of(move), rules.ranks, winner,
                wild, bomb,
            )
            points = wins * lead - (1 - wins) * against - left
        if n_best == 0 or points > best:
            chosen, best, n_best = i, points, 1
        elif points == best:
            n_best += 1
            if rng_below(rng, n_best) == 0:
                chosen = i
    return chosen


@rule
def fewest_of_opponents(table, rules, me):
    """Return the fewest cards that an opponent still in holds."""
    fewest = 99
    for seat in range(rules.players):
        if seat % rules.teams != me % rules.teams and table.hand_n[seat] > 0:
            fewest = min(fewest, table.hand_n[seat])
    return fewest


@rule
def win_chance(kind, rank, ranks):
    """Return how often a combination wins its round at an average table."""
    height = (rank - LENGTH[kind]) / (ranks + 1 - LENGTH[kind])
    return FLOOR[kind] + RISE[kind] * height * height


@rule
def chance_to_win(table, rules, me, kind, rank):
    """Return the chance that a play wins the round, by the opponents who hold enough cards."""
    size, able = WIDTH[kind] * LENGTH[kind], 0
    for seat in range(rules.players):
        if seat % rules.teams != me % rules.teams and table.hand_n[seat] > 0:
            able += table.hand_n[seat] >= min(size, 4)
    return win_chance(kind, rank, rules.ranks) ** (able / 2)


@rule
def after_handing_over(table, rules, me, seat, partner_lead, help, against):
    """Return what it is worth that a seat leads."""
    if seat % rules.teams != me % rules.teams:
        return -against
    return partner_lead + help / (1 + table.hand_n[seat])


@rule
def after_passing(table, rules, me, partner_lead, against):
    """Return what it is worth to let the combination on the table stand."""
    owner_in = (table.still_in >> table.beat_seat) & 1
    left_to_act = table.n_in - owner_in - table.passes - 1
    stands = win_chance(table.to_beat, table.beat_rank, rules.ranks) ** (left_to_act / 3)
    if table.beat_seat % rules.teams == me % rules.teams:
        return stands * partner_lead - (1 - stands) * against
    return -stands * against


@rule
def plan_cost(counts, wilds, ranks, winner, wild, bomb):
    """Return what it costs to shed a hand: plays, less the rounds that they should win."""
    cost, worst = 0.0, 0.0
    for _ in range(4):
        kind, low = best_long(counts, ranks)
        if kind < 0:
            break
        whole = play_cost(kind, low + LENGTH[kind], ranks, winner, bomb)
        window = window_of(low, LENGTH[kind])
        rest = counts - ((WIDTH[kind] * ONES) & window)
        saved, _ = groups_cost(counts & window, ranks, winner, bomb)
        spent, _ = groups_cost(rest & window, ranks, winner, bomb)
        if spent + whole >= saved:
            break
        counts = rest
        cost += whole
        worst = max(worst, whole)
    groups, dearest = groups_cost(counts, ranks, winner, bomb)
    return cost + groups - max(worst, dearest) - wild * wilds


@rule
def groups_cost(counts, ranks, winner, bomb):
    """Return the cost of shedding each rank on its own, and that of the dearest."""
    cost, dearest = 0.0, 0.0
    while counts != 0:
        at = lowest_bit(counts) >> 2
        copies = copies_at(counts, at)
        counts &= ~window_of(at, 1)
        one = play_cost(GROUPS[min(copies, 6) - 1], at + 1, ranks, winner, bomb)
        cost += one
        dearest = max(dearest, one)
    return cost, dearest


@rule
def play_cost(kind, rank, ranks, winner, bomb):
    """Return the cost of one play: a turn, less what it earns by winning."""
    cost = 1 - winner * win_chance(kind, rank, ranks)
    return cost - bomb if kind >= QUADS else cost


@rule
def best_long(counts, ranks):
    """Return the natural combination of several ranks that saves most plays: type and nibble.

    It saves a play for each rank of which the hand holds no more than it takes, less its own;
    the type is −1 if none saves any.
    """
    kind, low, most = -1, 0, 1
    for one in LONG:
        width, length = WIDTH[one], LENGTH[one]
        lacks = lacking(counts, width)
        spare = (lacking(counts, width + 1) - lacks) & ONES  # 1 where no more than `width` is held
        gains = window_sums(spare, length)
        missing = window_sums(lacks, length)
        whole = ~(missing + SEVENS) & EIGHTS & window_of(0, ranks + 1 - length)
        for gain in range(length, most, -1):
            hits = (gains + (8 - gain) * ONES) & whole
            if hits != 0:
                kind, low, most = one, lowest_bit(hits) >> 2, gain
                break
    return kind, low

