"""Bacon: a climbing game in fixed partnerships, in four modes (BA-1 … BA-21)."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from cardsim.engine.game import Game, Metric
from cardsim.games.bacon import laws, words
from cardsim.games.bacon.deal import deal
from cardsim.games.bacon.legal import legal_moves
from cardsim.games.bacon.luck import FEATURES, deal_features, expected_features
from cardsim.games.bacon.options import BaconOptions, fill_rules
from cardsim.games.bacon.play import apply
from cardsim.games.bacon.result import score, status
from cardsim.games.bacon.state import HIDDEN, MAX_SEATS, RULES, SEAT, TABLE

# The most combinations of one hand, with 13 ranks, rank X and 4 suits: six types of one rank
# (14 each), runs to stretches (12 + 11 + 10 + 9), stairs, tubes and plates (13 + 12 + 13), flushes
# (4 · (10 + 9)); and two partners who may be given the lead.
MAX_MOVES = 6 * 14 + 42 + 38 + 76 + 2

GAME = Game(
    id="bacon",
    title="Bacon",
    summary="a climbing game in partnerships: go out first, and hope that your partner is next",
    rules_version=1,
    seats=(3, MAX_SEATS),
    options=BaconOptions,
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
    game_tallies=[
        ("winner", np.int8),
        ("deals", np.int32),
        ("share_1_2", np.float64),
        ("share_1_3", np.float64),
        ("share_1_4", np.float64),
    ],
    seat_tallies=[
        ("mean_out", np.float64),
        ("points_a_deal", np.float64),
        ("firsts", np.int32),
        ("bombs", np.int32),
        ("leads", np.int32),
        ("held_back", np.int32),
    ],
    nullable=frozenset({"share_1_2", "share_1_3", "share_1_4", "mean_out", "points_a_deal"}),
    higher_wins=True,
    sources=Path(__file__).parent,
    metrics=(
        Metric("mean_out", "mean place out", bounds=(1, 6), good=-1),
        Metric("points_a_deal", "points a deal", good=1),
        Metric("firsts", "times first out a game", good=1),
        Metric("bombs", "bombs played a game"),
        Metric("leads", "times on lead a game"),
        Metric("held_back", "passes with a playable hand, a game"),
        Metric("deals", "deals a game", per="game"),
        Metric("share_1_2", "share of 1-2 deals", per="game", bounds=(0, 1), share=True),
        Metric("share_1_3", "share of 1-3 deals", per="game", bounds=(0, 1), share=True),
        Metric("share_1_4", "share of 1-4 deals", per="game", bounds=(0, 1), share=True),
    ),
)
