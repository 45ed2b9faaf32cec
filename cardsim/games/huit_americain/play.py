"""Le Huit américain: what a move does.

The French Crazy Eights. A turn puts one card on the pile: of the suit asked for, of the rank of
the top card, or a special card. Who cannot draws one. Aces, 2s and Jokers make the next player
draw, a 7 lets it take a card, an 8 or a Joker names a suit, a 10 turns the direction. The deal
ends when a hand is empty; what the others still hold is their penalty.
"""

from __future__ import annotations

from typing import Any

from cardsim.engine.compiling import rule
from cardsim.engine.log import log_effect
from cardsim.games.huit_americain.drawing import draw, draw_penalty, lose_card
from cardsim.games.huit_americain.effects import attack_sum, carry_out, neighbour, pass_turn
from cardsim.games.huit_americain.legal import playable
from cardsim.games.huit_americain.moves import (
    ACCEPT,
    DRAW,
    KEEP,
    NAME_SUIT,
    PASS,
    PLAY_CARD,
    card_of,
    named_of,
)
from cardsim.games.huit_americain.result import end_deal, go_out
from cardsim.games.huit_americain.state import (
    ACE,
    DRAWN,
    EIGHT,
    JOKER_RANK,
    LOG_BLOCKED,
    PLAY,
    SPECIAL,
    TWO,
)

_ATTACKING = (1 << ACE) | (1 << TWO) | (1 << JOKER_RANK)


def apply(state: Any, rules: Any, move: int, chance: Any) -> None:
    """Play one move of the seat to act."""
    table = state.table
    kind = move >> 16
    if kind == PLAY_CARD:
        _play(state, rules, card_of(move), named_of(move), chance)
    elif kind == DRAW:
        _draw_one(state, rules, chance)
    elif kind == ACCEPT:  # HA-8
        cards = table.attack
        table.attack = 0
        received = draw_penalty(state, table.turn, cards, chance) >= 0
        _end_turn(state, rules, received, chance)
    elif kind == KEEP:  # HA-10
        table.phase = PLAY
        _end_turn(state, rules, True, chance)
    elif kind == PASS:  # HA-12
        _end_turn(state, rules, False, chance)
    elif kind == NAME_SUIT:  # HA-4
        table.suit = named_of(move)
        table.phase = PLAY
        carry_out(state, rules, int(table.top) & 15, chance)
        if table.deal_no == 1:
            state.hidden.first_seat = table.turn


@rule
def _play(state: Any, rules: Any, card: int, named: int, chance: Any) -> None:
    """Put a card on the pile; carry out its effect; pass the turn (HA-5 … HA-8)."""
    table, hidden = state.table, state.hidden
    seat, rank = table.turn, card & 15
    lose_card(state, seat, card)
    hidden.pile[table.pile_n] = card
    table.pile_n += 1
    table.played[card] += 1
    table.top = card
    table.suit = named if named >= 0 else card >> 4
    table.phase = PLAY
    table.idle = 0
    if rank != JOKER_RANK:
        table.lacked[seat] &= ~(1 << (card >> 4))
    if (hidden.takers >> seat) & 1:
        _show(state, rules, seat, card)
    if rank == EIGHT:
        hidden.eights_played[seat] += 1
    elif rank == JOKER_RANK:
        hidden.jokers_played[seat] += 1
    if table.hand_n[seat] == 0:
        _finish(state, rules, rank, chance)
    elif (SPECIAL >> rank) & 1:
        carry_out(state, rules, rank, chance)
    else:
        pass_turn(state, rules, seat, chance)


@rule
def _show(state: Any, rules: Any, seat: int, card: int) -> None:
    """Let those from whom a seat took a card by a 7 see that it has played it."""
    for other in range(rules.players):
        state.seats[other].given[seat] &= ~(1 << card)


@rule
def _finish(state: Any, rules: Any, rank: int, chance: Any) -> None:
    """End the deal with a seat's last card (HA-14), perhaps carrying out its effect (HA-15)."""
    table = state.table
    if rules.last_card_effect and (_ATTACKING >> rank) & 1:
        cards = attack_sum(table, rules, rank)
        draw_penalty(state, neighbour(table, rules, table.turn), cards, chance)
    go_out(state, table.turn)
    end_deal(state, rules)


@rule
def _draw_one(state: Any, rules: Any, chance: Any) -> None:
    """Draw one card and lose the turn, unless the card may be played (HA-10)."""
    table = state.table
    seat = table.turn
    if table.suit >= 0:
        table.lacked[seat] |= 1 << int(table.suit)
    card = draw(state, seat, 1, chance)
    if rules.play_drawn and (playable(state, rules, seat) >> card) & 1:
        table.phase = DRAWN
        table.idle = 0
        state.seats[seat].drawn = card
    else:
        _end_turn(state, rules, True, chance)


@rule
def _end_turn(state: Any, rules: Any, received: bool, chance: Any) -> None:
    """Pass the turn without a card placed; so many idle turns in a row block the deal (HA-12a)."""
    table = state.table
    table.idle = 0 if received else table.idle + 1
    if table.idle >= rules.players:
        state.hidden.blocked += 1
        log_effect(state.log, LOG_BLOCKED)
        end_deal(state, rules)
    else:
        pass_turn(state, rules, table.turn, chance)
