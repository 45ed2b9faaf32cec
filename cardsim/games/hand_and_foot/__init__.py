"""Hand and Foot: a Canasta for teams, in four rounds (HF-1 … HF-19)."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from cardsim.engine.game import Game, Metric
from cardsim.games.hand_and_foot import laws, words
from cardsim.games.hand_and_foot.deal import deal
from cardsim.games.hand_and_foot.legal import legal_moves
from cardsim.games.hand_and_foot.options import HandAndFootOptions, fill_rules
from cardsim.games.hand_and_foot.play import apply
from cardsim.games.hand_and_foot.result import (
    FEATURES,
    deal_features,
    expected_features,
    score,
    status,
)
from cardsim.games.hand_and_foot.state import HIDDEN, MAX_SEATS, RULES, SEAT, TABLE

GAME = Game(
    id="hand_and_foot",
    title="Hand and Foot",
    summary="play out your hand, then your foot; books of seven bring points to your team",
    rules_version=1,
    seats=(2, MAX_SEATS),
    options=HandAndFootOptions,
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
    max_moves=128,
    game_tallies=[("rounds", np.int32), ("stock_ends", np.int32)],
    seat_tallies=[
        ("round_score", np.float64),
        ("clean_books", np.int32),
        ("dirty_books", np.int32),
        ("rounds_opened", np.int32),
        ("rounds_out", np.int32),
        ("caught", np.int32),
        ("piles_taken", np.int32),
        ("decisions", np.int32),
        ("rounds_in_foot", np.int32),
    ],
    higher_wins=True,
    deal_features=deal_features,
    feature_names=FEATURES,
    expected_features=expected_features,
    sources=Path(__file__).parent,
    metrics=(
        Metric("round_score", "score of the team a round", good=1),
        Metric("clean_books", "clean books of the team a game", good=1),
        Metric("dirty_books", "dirty books of the team a game", good=1),
        Metric("rounds_opened", "rounds a game in which the team opened", good=1),
        Metric("rounds_out", "rounds a game in which the team went out", good=1),
        Metric("caught", "points a game the team was caught with", good=-1),
        Metric("piles_taken", "piles taken a game"),
        Metric("decisions", "decisions of the seat a game"),
        Metric("rounds_in_foot", "rounds a game in which the seat reached its foot", good=1),
        Metric("stock_ends", "rounds a game that ended on an empty stock", per="game"),
    ),
)
