"""A Bacon strategy that plays with its partner."""

from cardsim import heuristic
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
from cardsim.games.bacon.state import NOTHING, QUADS


@heuristic("bacon")
def partner_aware(
    view, move, nearly_out: int = 5, spare_partner_from: int = 4, hand_over_at: int = 3
):
    """Shed like `shedder`, but with the partner: two hands that empty together.

    Going out comes first. A partner who is winning with a rank of at least `spare_partner_from`
    is not beaten. The lead goes to the partner who holds at most `hand_over_at` cards, fewer
    than oneself. Bombs and X, but to go out, wait for an opponent with at most `nearly_out` cards.
    """
    table, me = view.table, view.table.turn
    if is_lead_over(move):
        seat = seat_of(move)
        ours = same_side(view.rules, me, seat)
        few = table.hand_n[seat] <= hand_over_at and table.hand_n[seat] < table.hand_n[me]
        return (50_000 if few else -50_000) - table.hand_n[seat] + (1_000 if ours else 0)
    if is_pass(move):
        return -20_000
    if size_of(move) == table.hand_n[me]:
        return 100_000
    points = -100 * rank_of(move) - 150 * wilds_of(move)
    if table.to_beat == NOTHING:
        points += 2_000 * (size_of(move) - 2 * wilds_of(move))
    elif same_side(view.rules, me, table.beat_seat) and (
        table.beat_rank >= spare_partner_from or is_bomb(move)
    ):
        points -= 30_000
    opponent = fewest_of_opponents(table, view.rules, me)
    if is_bomb(move):
        points -= 5_000 + 2_000 * (type_of(move) - QUADS)
        if opponent > nearly_out:
            points -= 30_000
    elif wilds_of(move) > 0 and table.to_beat != NOTHING and opponent > 2 * nearly_out:
        points -= 20_000
    return points
