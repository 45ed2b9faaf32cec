"""Le Huit américain: what a special card does, and whose turn it is then (HA-7 … HA-8, HA-11, HA-13)."""

from __future__ import annotations

from typing import Any

from cardsim.engine.bits import lowest_bit
from cardsim.engine.compiling import rule
from cardsim.engine.log import log_effect, log_value
from cardsim.engine.streams import rng_below, rng_float
from cardsim.games.huit_americain.drawing import draw_penalty, gain_card, lose_card
from cardsim.games.huit_americain.result import end_deal, go_out
from cardsim.games.huit_americain.state import (
    EIGHT,
    JOKER_RANK,
    LOG_FORGOT,
    LOG_LOSE_TURN,
    LOG_REVERSE,
    LOG_STEAL,
    SEVEN,
    TEN,
)


@rule
def carry_out(state: Any, rules: Any, rank: int, chance: Any) -> None:
    """Carry out the effect of a special card of the seat to act, and pass the turn (HA-7)."""
    table = state.table
    if rank == EIGHT:
        pass_turn(state, rules, table.turn, chance)
    elif rank == SEVEN:
        _let_take(state, rules, chance)
    elif rank == TEN:
        _reverse(state, rules, chance)
    else:
        _attack(state, rules, rank, chance)


@rule
def neighbour(table: Any, rules: Any, seat: int) -> int:
    """Return the seat after a seat in the direction of play."""
    seat += table.direction
    if seat < 0:
        return seat + rules.players
    return seat - rules.players if seat >= rules.players else seat


@rule
def attack_sum(table: Any, rules: Any, rank: int) -> int:
    """Return what a new Ace, 2 or Joker makes the next player draw, with its chain (HA-8)."""
    cards = 5 if rank == JOKER_RANK else 2
    return cards + table.attack if (rules.summed >> rank) & 1 else cards


@rule
def _attack(state: Any, rules: Any, rank: int, chance: Any) -> None:
    """Attack the next player with an Ace, a 2 or a Joker (HA-7, HA-8)."""
    table = state.table
    cards = attack_sum(table, rules, rank)
    victim = neighbour(table, rules, table.turn)
    if (rules.answerable >> rank) & 1:
        table.attack = cards
        table.turn = victim  # nobody forgets under attack (HA-13)
    else:
        draw_penalty(state, victim, cards, chance)
        _lose_turn(state, victim)
        pass_turn(state, rules, victim, chance)


@rule
def _reverse(state: Any, rules: Any, chance: Any) -> None:
    """Turn the direction (CO-1); with two players that may skip the opponent (HA-11)."""
    table = state.table
    table.direction = -table.direction
    log_effect(state.log, LOG_REVERSE)
    seat = table.turn
    if rules.players == 2 and rules.reverse_skips_with_two:
        seat = 1 - seat
        _lose_turn(state, seat)
    pass_turn(state, rules, seat, chance)


@rule
def _let_take(state: Any, rules: Any, chance: Any) -> None:
    """Let the next player take a card from the player of a 7 (HA-7, HA-7a)."""
    table = state.table
    giver = table.turn
    taker = neighbour(table, rules, giver)
    if table.hand_n[giver] > 1 or rules.seven_may_finish:
        _take(state, giver, taker, _card_at_random(state, giver, chance))
        if table.hand_n[giver] == 0:  # HA-7a
            go_out(state, giver)
            end_deal(state, rules)
            return
    _lose_turn(state, taker)
    pass_turn(state, rules, taker, chance)


@rule
def _card_at_random(state: Any, seat: int, chance: Any) -> int:
    """Return a card of a hand, each with the same chance."""
    own = state.seats[seat]
    left = own.held
    if left & (left - 1) == 0:  # only one outcome is possible (CO-3)
        return lowest_bit(left)
    after = rng_below(chance, state.table.hand_n[seat])
    card = lowest_bit(left)
    while after >= own.hand[card]:
        after -= own.hand[card]
        left &= left - 1
        card = lowest_bit(left)
    return card


@rule
def _take(state: Any, giver: int, taker: int, card: int) -> None:
    """Move a card between two hands; those two alone know which."""
    lose_card(state, giver, card)
    gain_card(state, taker, card)
    state.seats[taker].given[giver] &= ~(1 << card)
    state.seats[taker].taken |= 1 << card
    state.seats[giver].given[taker] |= 1 << card
    state.hidden.takers |= 1 << taker
    state.table.lacked[taker] = 0
    log_effect(state.log, LOG_STEAL)
    log_value(state.log, giver)
    log_value(state.log, taker)
    log_value(state.log, card)


@rule
def _lose_turn(state: Any, seat: int) -> None:
    state.hidden.turns_lost[seat] += 1
    log_effect(state.log, LOG_LOSE_TURN)
    log_value(state.log, seat)


@rule
def pass_turn(state: Any, rules: Any, seat: int, chance: Any) -> None:
    """Pass the turn from a seat to the next that does not forget to say "carte" (HA-13)."""
    table = state.table
    seat = neighbour(table, rules, seat)
    while table.hand_n[seat] == 2 and _forgets(table, rules, seat, chance):
        log_effect(state.log, LOG_FORGOT)
        log_value(state.log, seat)
        draw_penalty(state, seat, 2, chance)
        _lose_turn(state, seat)
        seat = neighbour(table, rules, seat)
    table.turn = seat


@rule
def _forgets(table: Any, rules: Any, seat: int, chance: Any) -> bool:
    """Tell whether a seat with two cards forgets; after the last decision nothing is drawn (CO-5)."""
    rate = rules.forget_rate[seat]
    if rate <= 0.0 or table.turns >= rules.max_turns:
        return False
    return rate >= 1.0 or rng_float(chance) < rate
