"""Johnny Bagel: what everyone sees, what a seat sees, what nobody sees, the options as numbers.

Ranks are 0 to 13: 2 3 4 5 6 7 8 9 10 J Q K A Joker (JB-3). Suits never matter, so a hand is
the number of cards of each rank, and a bit mask of the ranks in it.
"""

from __future__ import annotations

import numpy as np

from cardsim.engine.compiling import record

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "JK")
N_RANKS = 14
JOKER = 13
ALL_RANKS = (1 << N_RANKS) - 1
ASKING_ORDER = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 13)  # JB-9

HAND_SIZE, FACE_DOWN = 3, 6  # JB-7
MAX_SEATS = 13
MAX_CARDS = 4 * (52 + 4)

# Effects (JB-4), as bits.
ANYTIME, RESET, BURN, AGAIN, TRANSPARENT, LOWER, REVERSE, SKIP = (1 << i for i in range(8))
EFFECTS = ("anytime", "reset", "burn", "again", "transparent", "lower", "reverse", "skip")

# The requirement (JB-6a).
ANY_CARD, AT_LEAST, AT_MOST = 0, 1, 2

EXCHANGE, PLAY = 0, 1  # phases

# Kinds of effects in the log, in the order in which a move brings them about.
(LOG_TURNED, LOG_REVERSE, LOG_BURN, LOG_PICKED_UP, LOG_OUT, LOG_AGAIN, LOG_DRAW, LOG_SKIP) = range(8)

RULES = record(
    ("players", np.int32), ("teams", np.int32), ("max_turns", np.int32), ("decks", np.int8),
    ("jokers_per_deck", np.int8), ("effects", np.int16, (N_RANKS,)), ("anytime", np.int32),
    ("special", np.int32),  # ranks with any effect
    ("burn_run", np.int8), ("exchange", np.int8), ("lowest_starts", np.int8),
    ("first_dealer", np.int8),  # −1: random
    ("voluntary_pickup", np.int8), ("take_face_up", np.int8), ("combine", np.int8),
    ("special_finish", np.int8), ("deals", np.int32),
)

TABLE = record(
    ("turn", np.int32), ("turns", np.int32), ("dealer", np.int32), ("deal_no", np.int32),
    ("phase", np.int8), ("opening", np.int8), ("opening_rank", np.int8),  # −1: anything
    ("direction", np.int8),
    ("need", np.int8), ("need_rank", np.int8), ("playable", np.int32),  # ranks that may be played
    ("n_in", np.int8),  # players still in
    ("n_out", np.int8), ("out", np.int8, (MAX_SEATS,)),  # who went out, in order
    ("is_out", np.int8, (MAX_SEATS,)), ("bagels", np.int16, (MAX_SEATS,)),
    ("stock_n", np.int16), ("pile_n", np.int16), ("hand_n", np.int16, (MAX_SEATS,)),
    ("face_up_n", np.int8, (MAX_SEATS,)), ("face_down_n", np.int8, (MAX_SEATS,)),
    ("face_up_ranks", np.int32, (MAX_SEATS,)),  # as bits
    ("face_up", np.int8, (MAX_SEATS, N_RANKS)), ("known", np.int8, (MAX_SEATS, N_RANKS)),
    ("burnt", np.int8, (N_RANKS,)), ("pile", np.int8, (MAX_CARDS,)),
)

SEAT = record(("hand", np.int8, (N_RANKS,)), ("ranks", np.int32))

HIDDEN = record(
    ("stock", np.int8, (MAX_CARDS,)), ("stock_at", np.int16),
    ("face_down", np.int8, (MAX_SEATS, 6)),  # the last of the first face_down_n is turned next
    ("burnt", np.int8, (MAX_CARDS,)), ("burnt_n", np.int16),
    ("exchanges_left", np.int8),
    ("first_dealer", np.int8), ("first_seat", np.int8), ("last_bagel", np.int8),
    ("repeats", np.int32),  # deals lost by the Bagel of the deal before
    ("finished_deals", np.int32),
    ("places", np.int32, (MAX_SEATS,)),  # of all finished deals, added up
    ("pick_ups", np.int32, (MAX_SEATS,)), ("cards_picked_up", np.int32, (MAX_SEATS,)),
    ("burns", np.int32, (MAX_SEATS,)), ("replays", np.int32, (MAX_SEATS,)),
    ("blind", np.int8, (MAX_SEATS,)),
)
