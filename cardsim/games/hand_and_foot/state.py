"""Hand and Foot: what everyone sees, what a seat sees, what nobody sees, the options as numbers.

Kinds of cards are 0 to 14: red 3, black 3, 4 … K, A, 2, Joker. Suits never matter, so a hand
is the number of cards of each kind, and a bit mask of the kinds in it. The rank of a meld is
the kind of its natural cards, 2 (a 4) to 12 (an Ace).
"""

from __future__ import annotations

import numpy as np

from cardsim.engine.compiling import record

CARDS = ("3R", "3B", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "JK")
RANKS = ("3", *CARDS[2:])  # as `card_points` names them
N_KINDS = 15
N_RANKS = 13  # arrays by the rank of a meld; 0 and 1 (threes) are never used
RED_THREE, BLACK_THREE, FOUR, ACE, DEUCE, JOKER = 0, 1, 2, 12, 13, 14
NATURALS = (1 << DEUCE) - (1 << FOUR)  # the ranks that may be melded (HF-11)
WILDS = (1 << DEUCE) | (1 << JOKER)  # HF-4

BOOK = 7  # cards in a closed meld (HF-13)
LEAST_MELD = 3  # HF-11
TOP = 7  # how deep everyone sees into the pile

MAX_SEATS, MAX_TEAMS, MAX_ROUNDS = 6, 5, 10
MAX_CARDS = 8 * (52 + 4)
MAX_STOCK = MAX_CARDS + 8 * (4 + 4 + 2)  # room for cards put back under the stock (HF-3)
MAX_BOOKS = MAX_CARDS // BOOK
MAX_WILDS = 8 * (4 + 4)

DRAW, MELD = 0, 1  # phases

# Kinds of effects in the log, in the order in which a move brings them about.
(LOG_RESHUFFLE, LOG_DRAW, LOG_RED_THREE, LOG_PICKED_UP, LOG_BOOK, LOG_FOOT, LOG_OUT,
 LOG_POINTS) = range(8)

RULES = record(
    ("players", np.int32), ("teams", np.int32), ("max_turns", np.int32),
    ("card_points", np.int32, (N_KINDS,)),
    ("minimums", np.int32, (MAX_ROUNDS,)), ("rounds", np.int32),
    ("clean_book", np.int32), ("dirty_book", np.int32), ("red_three_points", np.int32),
    ("going_out_bonus", np.int32), ("decks", np.int8), ("jokers_per_deck", np.int8),
    ("hand_size", np.int8), ("foot_size", np.int8), ("draw_count", np.int8),
    ("pile_take", np.int8), ("wild_needs_naturals", np.int8), ("need_clean", np.int8),
    ("need_dirty", np.int8), ("reshuffle", np.int8),
    ("first_dealer", np.int8),  # −1: random
)

# By team t: seats s with s mod teams = t (HF-1).
TABLE = record(
    ("turn", np.int32), ("turns", np.int32), ("dealer", np.int32), ("deal_no", np.int32),
    ("scores", np.int32, (MAX_TEAMS,)),  # of the finished rounds
    ("minimum", np.int32),  # this round's least opening meld
    ("points", np.int32, (MAX_TEAMS,)),  # of the cards melded this round, books' cards too
    ("open_ranks", np.int32, (MAX_TEAMS,)),  # bit mask of the ranks with an open meld
    ("stock_n", np.int16), ("pile_n", np.int16), ("aside_n", np.int16),
    ("hand_n", np.int16, (MAX_SEATS,)),
    ("phase", np.int8), ("melded", np.int8),  # whether this turn has melded
    ("over", np.int8),  # whether the round is over
    ("in_foot", np.int8, (MAX_SEATS,)), ("foot_n", np.int8, (MAX_SEATS,)),  # cards face down
    ("opened", np.int8, (MAX_TEAMS,)), ("red_threes", np.int8, (MAX_TEAMS,)),
    ("clean_books", np.int8, (MAX_TEAMS,)), ("dirty_books", np.int8, (MAX_TEAMS,)),
    ("naturals", np.int8, (MAX_TEAMS, N_RANKS)),  # in the open meld of a rank
    ("deuces", np.int8, (MAX_TEAMS, N_RANKS)), ("jokers", np.int8, (MAX_TEAMS, N_RANKS)),
    ("clean_of", np.int8, (MAX_TEAMS, N_RANKS)), ("dirty_of", np.int8, (MAX_TEAMS, N_RANKS)),
    ("booked", np.int8, (N_KINDS,)),  # cards in all books, by kind
    ("pile", np.int8, (N_KINDS,)),  # the pile by kind
    ("top", np.int8, (TOP,)),  # the pile's top cards, the topmost first; −1 where there is none
    ("aside", np.int8, (N_KINDS,)),  # taken with the pile, waiting for the opening (HF-9a)
    ("known", np.int8, (MAX_SEATS, N_KINDS)),  # taken with a pile and not yet played
)

SEAT = record(("ranks", np.int32), ("hand", np.int8, (N_KINDS,)))

HIDDEN = record(
    ("stock", np.int8, (MAX_STOCK,)), ("stock_at", np.int16),
    ("pile", np.int8, (MAX_CARDS,)),  # the top card last
    ("feet", np.int8, (MAX_SEATS, N_KINDS)),
    ("drawn", np.int8, (4,)),
    ("starts", np.int16),  # melds started this round; each has its number, for their order
    ("start_of", np.int16, (MAX_TEAMS, N_RANKS)),  # number of the open meld of a rank
    ("book_n", np.int16), ("book_start", np.int16, (MAX_BOOKS,)),
    ("book_team", np.int8, (MAX_BOOKS,)), ("book_rank", np.int8, (MAX_BOOKS,)),
    ("book_deuces", np.int8, (MAX_BOOKS,)), ("book_jokers", np.int8, (MAX_BOOKS,)),
    ("gains", np.int32, (MAX_WILDS + 1,)),  # workspace of `most_meldable`
    ("first_dealer", np.int8), ("rounds", np.int32), ("stock_ends", np.int32),
    ("clean_books", np.int32, (MAX_TEAMS,)), ("dirty_books", np.int32, (MAX_TEAMS,)),
    ("rounds_opened", np.int32, (MAX_TEAMS,)), ("rounds_out", np.int32, (MAX_TEAMS,)),
    ("caught", np.int32, (MAX_TEAMS,)),
    ("piles_taken", np.int32, (MAX_SEATS,)), ("decisions", np.int32, (MAX_SEATS,)),
    ("rounds_in_foot", np.int32, (MAX_SEATS,)),
)
