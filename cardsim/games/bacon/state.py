"""Bacon: what everyone sees, what a seat sees, what nobody sees, the options as numbers.

Natural cards are held in words of 14 nibbles, one word a suit: nibble i counts the cards of
rank i + 1 (three copies at most). The nibble after the highest natural rank is that of rank X
(BA-2), always 0. So the words of all suits added up count the cards of each rank, and
`hand.py` weighs all ranks of a hand in one go.
"""

from __future__ import annotations

import numpy as np

from cardsim.engine.compiling import record

MAX_SEATS = 6
MAX_SUITS = 4
MAX_RANKS = 13
MAX_CARDS = MAX_RANKS * MAX_SUITS * 3

SUITS = "abcd"

PARTNERS, SIX, APPLEWOOD, CHUNKY = range(4)
MODES = ("partners", "six", "applewood", "chunky")

# Types of combinations: ordinary ones (BA-4), then bombs, low to high (BA-5).
(
    SINGLE, PAIR, TRIPLE, RUN, BOBTAIL, STRAIGHT, STRETCH, STAIRS, TUBES, PLATES,
    QUADS, STRAIGHT_FLUSH, QUINTS, STRETCH_FLUSH, HEXES,
) = range(15)
TYPES = (
    "single", "pair", "triple", "run", "bobtail", "straight", "stretch", "stairs", "tubes",
    "plates", "quads", "straight_flush", "quints", "stretch_flush", "hexes",
)
N_TYPES = len(TYPES)
WIDTH = (1, 2, 3, 1, 1, 1, 1, 2, 2, 3, 4, 1, 5, 1, 6)  # cards of each of its ranks
LENGTH = (1, 1, 1, 3, 4, 5, 6, 2, 3, 2, 1, 5, 1, 6, 1)  # consecutive ranks
NOTHING = -1  # the type to beat, on lead

# Kinds of effects in the log, in the order in which a move brings them about.
LOG_OUT, LOG_ROUND_WON, LOG_POINTS = range(3)

# Numbers that rules and strategies reckon with are int32: uncompiled, int8 would overflow.
RULES = record(
    ("players", np.int32), ("teams", np.int32), ("max_turns", np.int32),
    ("mode", np.int32), ("ranks", np.int32), ("suits", np.int32), ("copies", np.int32),
    ("wilds_each", np.int32), ("hand_size", np.int32), ("first_dealer", np.int32),  # −1: random
    ("race", np.int8),  # only the team of the first player out scores, and BA-21 holds
    ("play_out", np.int8),
    ("target", np.int32), ("deals", np.int32),
    ("points", np.int32, (MAX_SEATS,)),  # by place out
)

TABLE = record(
    ("turn", np.int32), ("turns", np.int32), ("dealer", np.int32), ("deal_no", np.int32),
    ("still_in", np.int32),  # bit s is set while seat s holds cards
    ("to_beat", np.int32),  # the type of the combination to beat, NOTHING on lead
    ("beat_rank", np.int32), ("beat_wilds", np.int32), ("beat_seat", np.int32),
    ("passes", np.int32),  # in a row
    ("n_in", np.int32), ("n_out", np.int32), ("out", np.int8, (MAX_SEATS,)),  # in order
    ("may_hand_over", np.int8),  # the seat to act won the round and may let another lead
    ("deal_over", np.int8), ("game_over", np.int8),
    ("hand_n", np.int32, (MAX_SEATS,)),  # cards in hand, X among them
    ("wilds_n", np.int32, (MAX_SEATS,)),
    ("scores", np.int32, (MAX_SEATS,)),  # by team (by seat without teams)
    ("beat_cards", np.int64, (MAX_SUITS,)),  # the natural cards of the combination to beat
    ("played", np.int64, (MAX_SUITS,)),  # all natural cards played in this deal
)

SEAT = record(("cards", np.int64, (MAX_SUITS,)), ("wilds", np.int64))

HIDDEN = record(
    ("deck", np.int8, (MAX_CARDS,)), ("deck_n", np.int16),
    ("points", np.int32, (MAX_SEATS,)),  # of the deal that ended last, by team
    ("first_dealer", np.int8), ("first_seat", np.int8),
    ("finished_deals", np.int32),
    ("next_out", np.int32, (3,)),  # deals in which the first one's partner came 2nd, 3rd, 4th
    ("settled", np.int32),  # deals in which that place was settled
    ("places", np.float64, (MAX_SEATS,)),  # of all finished deals, added up
    ("firsts", np.int32, (MAX_SEATS,)), ("bombs", np.int32, (MAX_SEATS,)),
    ("leads", np.int32, (MAX_SEATS,)), ("held_back", np.int32, (MAX_SEATS,)),
)
