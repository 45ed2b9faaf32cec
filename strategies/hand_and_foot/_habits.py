"""What several strategies share: what a card is worth in hand, and what its discard risks."""

from cardsim.engine.compiling import rule
from cardsim.games.hand_and_foot.judging import chance_of_take, is_natural
from cardsim.games.hand_and_foot.moves import meld_size
from cardsim.games.hand_and_foot.state import BLACK_THREE


@rule
def worth_keeping(view, card, pair, open_meld, wild):
    """Return what a card is worth in hand.

    `pair` is the worth of each copy of its rank in hand, up to four; `open_meld` that of a rank
    of which the team has an open meld; `wild` that of a wild card.
    """
    if card == BLACK_THREE:
        return 0.0
    points = view.rules.card_points[card] / 100.0
    if not is_natural(card):
        return wild + points
    worth = pair * min(4, int(view.own.hand[card])) + points
    if meld_size(view.table, view.table.turn % view.rules.teams, card) > 0:
        worth += open_meld
    return worth


@rule
def danger_of(view, card, fear):
    """Return how bad it is to discard a card before the next player, who may take the pile.

    `fear` is what losing a whole pile (as many cards as one may take) costs.
    """
    rules, table = view.rules, view.table
    full = float(rules.pile_take)
    share = min(full, table.pile_n + 1.0) / full
    following = (int(table.turn) + 1) % int(rules.players)
    if following % rules.teams == table.turn % rules.teams:
        return 0.0
    return fear * share * chance_of_take(view, following, card)
