"""Le Huit américain: the French Crazy Eights (HA-1 … HA-17)."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from cardsim.engine.game import Game, Metric
from cardsim.games.huit_americain import laws, words
from cardsim.games.huit_americain.deal import deal
from cardsim.games.huit_americain.legal import legal_moves
from cardsim.games.huit_americain.options import HuitAmericainOptions, fill_rules
from cardsim.games.huit_americain.play import apply
from cardsim.games.huit_americain.result import (
    FEATURES,
    deal_features,
    expected_features,
    score,
    status,
)
from cardsim.games.huit_americain.state import HIDDEN, MAX_MOVES, MAX_SEATS, RULES, SEAT, TABLE

GAME = Game(
    id="huit_americain",
    title="Le Huit américain",
    summary="the French Crazy Eights: be the first without cards; the others pay for theirs",
    rules_version=1,
    seats=(2, MAX_SEATS),
    options=HuitAmericainOptions,
    table=TABLE,
    seat=SEAT,
    hidden=HIDDEN,
    rules=RULES,
    deal=deal,
    legal_moves=legal_moves,
    apply=apply,
    status=status,
    score=score,
    fill_rules=fill_rules,
    words=words,
    laws=laws,
    deal_features=deal_features,
    feature_names=FEATURES,
    expected_features=expected_features,
    max_moves=MAX_MOVES,
    game_tallies=[("blocked_deals", np.int32), ("reshuffles", np.int32)],
    seat_tallies=[
        ("penalty", np.int32),
        ("went_out", np.int32),
        ("cards_drawn", np.int32),
        ("turns_lost", np.int32),
        ("eights_played", np.int32),
        ("jokers_played", np.int32),
    ],
    higher_wins=False,
    sources=Path(__file__).parent,
    metrics=(
        Metric("penalty", "penalty points a game", good=-1),
        Metric("went_out", "deals a game in which it went out", good=1),
        Metric("cards_drawn", "cards drawn from the stock a game", good=-1),
        Metric("turns_lost", "turns lost a game to 2s, 7s, Jokers, skips and forgetting", good=-1),
        Metric("eights_played", "8s played a game"),
        Metric("jokers_played", "Jokers played a game"),
        Metric("blocked_deals", "blocked deals a game", per="game"),
        Metric("reshuffles", "reshuffles a game", per="game"),
    ),
)
