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
from cardsim.games.bacon.judging import fewest_of_opponents, same_side
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
    view, moves, rng, winner: float = 1.1, lead: float = 0.4, partner_lead: float = 0.2,
    opponent_lead: float = 0.25, urgent: float = 0.7, help_out: float = 4.0, wild: float = 1.25,
    bomb: float = 0.8, bombs: bool = True,
):
    """Split the hand into few plays, and make the move that brings it nearest to being empty.

    Every play of the plan costs 1, less what it earns by winning its round (`winner`); a bomb
    costs `bomb` less, and the dearest play is free, for nobody needs the lead after the last. An X
    kept is worth `wild`, so X go where they save a play.

    A move is judged by the cost of the hand that it leaves and by who is likely to lead next:
    oneself (`lead`), the partner (`partner_lead`, and `help_out` shared among the cards that the
    partner has left) or an opponent (`opponent_lead`, and `urgent` for each card below five of
    the opponent with the fewest). With `bombs` off it plays no bomb but to go out.
    """
    table, rules, me = view.table, view.rules, view.table.turn
    against = opponent_lead + urgent * max(0, 5 - fewest_of_opponents(table, rules, me))
    house = (rules.ranks, 6 if bombs else 3, winner, bomb)
    stay = wild * view.own.wilds - plan_cost(rank_counts(view.own.cards), house)
    chosen, best, n_best = 0, 0.0, 0
    for i in range(len(moves)):
        move = moves[i]
        if is_lead_over(move):
            points = stay + worth_of_leader(
                table, rules, me, seat_of(move), partner_lead, help_out, against
            )
        elif is_pass(move):
            points = stay + worth_of_passing(table, rules, me, partner_lead, against)
        elif size_of(move) == table.hand_n[me]:
            points = 1_000.0
        elif is_bomb(move) and not bombs:
            points = -1_000.0
        else:
            wins = chance_to_win(table, rules, me, type_of(move), rank_of(move))
            points = wins * lead - (1 - wins) * against
            points += wild * (view.own.wilds - wilds_of(move))
            points -= plan_cost(counts_after(view.own, move), house)
        if n_best == 0 or points > best:
            chosen, best, n_best = i, points, 1
        elif points == best:
            n_best += 1
            if rng_below(rng, n_best) == 0:
                chosen = i
    return chosen


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
        if not same_side(rules, me, seat) and table.hand_n[seat] > 0:
            able += table.hand_n[seat] >= min(size, 4)
    return win_chance(kind, rank, rules.ranks) ** (able / 2)


@rule
def worth_of_leader(table, rules, me, seat, partner_lead, help_out, against):
    """Return what it is worth that a seat leads."""
    if not same_side(rules, me, seat):
        return -against
    return partner_lead + help_out / (1 + table.hand_n[seat])


@rule
def worth_of_passing(table, rules, me, partner_lead, against):
    """Return what it is worth to let the combination on the table stand."""
    owner_in = (table.still_in >> table.beat_seat) & 1
    left_to_act = table.n_in - owner_in - table.passes - 1
    stands = win_chance(table.to_beat, table.beat_rank, rules.ranks) ** (left_to_act / 3)
    if same_side(rules, me, table.beat_seat):
        return stands * partner_lead - (1 - stands) * against
    return -stands * against


@rule
def plan_cost(counts, house):
    """Return what it costs to shed natural cards: plays, less the rounds that they should win.

    `house` is the number of natural ranks, the most cards of one rank that go in one play, the
    worth of a round won, and that of a bomb.
    """
    cost, dearest = 0.0, 0.0
    for _ in range(4):
        kind, low = best_long(counts, house[0])
        if kind < 0:
            break
        whole = play_cost(kind, low + LENGTH[kind], house)
        window = window_of(low, LENGTH[kind])
        rest = counts - ((WIDTH[kind] * ONES) & window)
        apart, _ = groups_cost(counts & window, house)
        left_over, _ = groups_cost(rest & window, house)
        if whole + left_over >= apart:
            break
        counts = rest
        cost += whole
        dearest = max(dearest, whole)
    groups, dearest_group = groups_cost(counts, house)
    return cost + groups - max(dearest, dearest_group)


@rule
def groups_cost(counts, house):
    """Return the cost of shedding each rank on its own, and that of the dearest play."""
    cost, dearest = 0.0, 0.0
    while counts != 0:
        at = lowest_bit(counts) >> 2
        copies = copies_at(counts, at)
        counts &= ~window_of(at, 1)
        while copies > 0:
            together = min(copies, house[1])
            copies -= together
            one = play_cost(GROUPS[together - 1], at + 1, house)
            cost += one
            dearest = max(dearest, one)
    return cost, dearest


@rule
def play_cost(kind, rank, house):
    """Return the cost of one play: a turn, less what it earns by winning."""
    cost = 1 - house[2] * win_chance(kind, rank, house[0])
    return cost - house[3] if kind >= QUADS else cost


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

