"""Johnny Bagel: a shedding game with one loser and no winner (JB-1 … JB-20)."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from cardsim.engine.game import Game, Metric
from cardsim.games.johnny_bagel import laws, words
from cardsim.games.johnny_bagel.deal import deal
from cardsim.games.johnny_bagel.legal import legal_moves
from cardsim.games.johnny_bagel.options import JohnnyBagelOptions, fill_rules
from cardsim.games.johnny_bagel.play import apply
from cardsim.games.johnny_bagel.result import (
    FEATURES,
    deal_features,
    expected_features,
    score,
    status,
)
from cardsim.games.johnny_bagel.state import HIDDEN, MAX_SEATS, RULES, SEAT, TABLE

GAME = Game(
    id="johnny_bagel",
    title="Johnny Bagel",
    summary="get rid of your cards; the last player with cards is the Bagel",
    rules_version=1,
    seats=(2, MAX_SEATS),
    options=JohnnyBagelOptions,
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
    max_moves=512,
    game_tallies=[("bagel", np.int8), ("repeats", np.int32)],
    seat_tallies=[
        ("mean_out", np.float32),
        ("bagels", np.int32),
        ("pick_ups", np.int32),
        ("cards_picked_up", np.int32),
        ("burns", np.int32),
        ("replays", np.int32),
        ("blind", np.int8),
    ],
    nullable=frozenset({"mean_out"}),
    higher_wins=False,
    main_metric="loses",
    sources=Path(__file__).parent,
    metrics=(
        Metric("mean_out", "mean order of going out", good=-1),
        Metric("bagels", "deals lost a game", good=-1),
        Metric("pick_ups", "pick-ups a game", good=-1),
        Metric("cards_picked_up", "cards picked up a game", good=-1),
        Metric("burns", "piles burnt a game"),
        Metric("replays", "replays a game"),
        Metric("blind", "share that reached the blind phase", bounds=(0, 1), share=True),
        Metric("repeats", "deals lost again by the Bagel who dealt them", per="game"),
    ),
)
