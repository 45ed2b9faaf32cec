"""Johnny Bagel: when a deal and a game are over, and what is recorded of a game."""

from __future__ import annotations

from typing import Any

from cardsim.engine.game import DEAL_OVER, GAME_OVER, PLAYING
from cardsim.games.johnny_bagel.state import FACE_DOWN, N_RANKS, RANKS


def status(state: Any, rules: Any) -> int:
    """Tell whether the deal or the game is over (JB-18, JB-20)."""
    if state.table.n_in > 1:
        return PLAYING
    return GAME_OVER if state.table.deal_no >= rules.deals else DEAL_OVER


FEATURES = (
    "special cards", "sum of the other ranks",
    "special cards face down", "sum of the other ranks face down",
)


def deal_features(state: Any, rules: Any, features: Any) -> None:
    """Write each seat's special cards and the ranks of its others, known and face down."""
    for seat in range(rules.players):
        for rank in range(N_RANKS):
            n = state.seats[seat].hand[rank] + state.table.face_up[seat, rank]
            if (rules.special >> rank) & 1:
                features[seat, 0] += n
            else:
                features[seat, 1] += n * rank
        for i in range(FACE_DOWN):
            rank = state.hidden.face_down[seat, i]
            if (rules.special >> rank) & 1:
                features[seat, 2] += 1
            else:
                features[seat, 3] += rank


def expected_features(values: dict[str, Any], _players: int) -> list[float]:
    """Return the expectation of each feature: six cards of the packs, twice."""
    copies = [4 * values["decks"]] * (N_RANKS - 1) + [values["decks"] * values["jokers_per_deck"]]
    special = [bool(values["effects"][name]) for name in RANKS]
    n_special = sum(n for n, effects in zip(copies, special, strict=True) if effects)
    ranks = sum(
        n * rank for rank, (n, effects) in enumerate(zip(copies, special, strict=True))
        if not effects
    )
    six = FACE_DOWN / sum(copies)
    return [six * n_special, six * ranks] * 2


def score(state: Any, rules: Any, game: Any, seats: Any) -> None:
    """Write a game's results: Bagels are the score; with one deal the order out is the place."""
    table, hidden = state.table, state.hidden
    game.dealer = hidden.first_dealer
    game.first_seat = hidden.first_seat
    game.bagel = hidden.last_bagel if game.finished else -1
    game.repeats = hidden.repeats
    for seat in range(rules.players):
        row = seats[seat]
        row.score = table.bagels[seat]
        row.place = hidden.places[seat] if rules.deals == 1 else 0
        row.mean_out = hidden.places[seat] / hidden.finished_deals if hidden.finished_deals else -1.0
        row.bagels = table.bagels[seat]
        row.pick_ups = hidden.pick_ups[seat]
        row.cards_picked_up = hidden.cards_picked_up[seat]
        row.burns = hidden.burns[seat]
        row.replays = hidden.replays[seat]
        row.blind = hidden.blind[seat]
