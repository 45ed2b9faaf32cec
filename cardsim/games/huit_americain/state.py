"""Le Huit américain: what everyone sees, what a seat sees, what nobody sees, the options as numbers.

A card is 16 · suit + rank, so that a set of cards is a bit mask of 64 with one lane of 16 a
suit. Suits are 0 to 3: ♣ ♦ ♥ ♠. Ranks are 0 to 13: 2 3 4 5 6 7 8 9 10 J Q K A Joker; the Joker
is card 13. A hand is the number of each card in it (there are several packs), and the mask of
the cards it holds at all.
"""

from __future__ import annotations

import numpy as np

from cardsim.engine.compiling import record

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "JK")
SUITS = ("C", "D", "H", "S")
N_RANKS, N_SUITS = 14, 4
TWO, SEVEN, EIGHT, TEN, ACE, JOKER_RANK = 0, 5, 6, 8, 12, 13
JOKER = 13  # the card

MAX_SEATS = 10
CARD_CODES = 64
MAX_CARDS = 4 * (52 + 4)
MAX_SPECIAL = 4 * (5 * 4 + 4)  # that a redraw may bury (HA-4)
MAX_MOVES = 64

EVERY_SUIT = 0x0001_0001_0001_0001  # shifted by a rank: the cards of that rank
ORDINARY = sum(1 << RANKS.index(rank) for rank in ("3", "4", "5", "6", "9", "J", "Q", "K"))  # HA-5
FOLLOWING = sum(1 << RANKS.index(rank) for rank in ("2", "7", "10", "A"))  # specials bound to a suit
SPECIAL = FOLLOWING | (1 << EIGHT) | (1 << JOKER_RANK)  # HA-7
EIGHTS = EVERY_SUIT << EIGHT
ACES = EVERY_SUIT << ACE
NAMING = EIGHTS | (1 << JOKER)  # cards whose player names a suit

PLAY, DRAWN, NAME, OVER = range(4)  # phases
REDRAW, INERT, ACTIVE = range(3)  # HA-4
BERGERE = ("redraw", "inert", "active")

# Kinds of effects in the log.
(LOG_REVERSE, LOG_STEAL, LOG_DRAW, LOG_RESHUFFLE, LOG_LOSE_TURN, LOG_FORGOT, LOG_OUT, LOG_BLOCKED,
 LOG_POINTS) = range(9)

RULES = record(
    ("players", np.int32), ("teams", np.int32), ("max_turns", np.int32), ("deals", np.int32),
    ("decks", np.int8), ("jokers_per_deck", np.int8), ("hand_size", np.int8),
    ("first_dealer", np.int8),  # −1: random
    ("bergere_special", np.int8), ("follow_highest", np.int8), ("ace_anywhere", np.int8),
    ("seven_may_finish", np.int8), ("voluntary_draw", np.int8), ("play_drawn", np.int8),
    ("reverse_skips_with_two", np.int8), ("last_card_effect", np.int8),
    ("answerable", np.int16),  # ranks whose attack may be answered (HA-8)
    ("summed", np.int16),  # ranks whose attacks add up (HA-8)
    ("penalties", np.int16, (N_RANKS,)),
    ("forbidden_last", np.int64),  # cards (HA-14)
    ("forget_rate", np.float64, (MAX_SEATS,)),  # HA-13, by seat
)

TABLE = record(
    ("turn", np.int32), ("turns", np.int32), ("dealer", np.int32), ("deal_no", np.int32),
    ("phase", np.int8), ("direction", np.int8),
    ("top", np.int8), ("suit", np.int8),  # the top card, the suit asked for (−1: none)
    ("attack", np.int16),  # cards to draw or to answer, in the rank of the top card; 0: none
    ("idle", np.int16),  # idle turns in a row (HA-12a)
    ("stock_n", np.int16), ("pile_n", np.int16), ("hand_n", np.int16, (MAX_SEATS,)),
    # Suits that a seat did not play when they were asked for: it drew instead. Forgotten when it
    # plays one, and when it is given cards by a penalty or a 7.
    ("lacked", np.int8, (MAX_SEATS,)),
    ("scores", np.int32, (MAX_SEATS,)),
    ("played", np.int8, (CARD_CODES,)),  # in the pile: all since the last reshuffle, and its top
    ("buried", np.int8, (CARD_CODES,)),  # turned as a Bergère, and put under the stock (HA-4)
)

SEAT = record(
    ("hand", np.int8, (CARD_CODES,)), ("held", np.int64),
    # Cards that a seat took from this one by a 7, and has not played since; and cards in this hand
    # that the player they were taken from knows of.
    ("given", np.int64, (MAX_SEATS,)), ("taken", np.int64),
    ("drawn", np.int8),  # the card that may be played now, while the phase is DRAWN (HA-10)
)

HIDDEN = record(
    ("stock", np.int8, (MAX_CARDS + MAX_SPECIAL,)), ("stock_at", np.int16),
    ("pile", np.int8, (MAX_CARDS,)),
    ("buried", np.int8, (MAX_SPECIAL,)), ("buried_n", np.int16),
    ("takers", np.int32),  # seats that took a card by a 7 in this deal
    ("first_dealer", np.int8), ("first_seat", np.int8),
    ("blocked", np.int32), ("reshuffles", np.int32),
    ("went_out", np.int32, (MAX_SEATS,)), ("cards_drawn", np.int32, (MAX_SEATS,)),
    ("turns_lost", np.int32, (MAX_SEATS,)), ("eights_played", np.int32, (MAX_SEATS,)),
    ("jokers_played", np.int32, (MAX_SEATS,)),
)
