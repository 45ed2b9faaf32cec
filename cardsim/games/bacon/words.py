"""Bacon in JSON, and in words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
from numba import types

from cardsim.engine.compiling import INTERPRETED, compile_now, plain
from cardsim.games.bacon import cards, moves
from cardsim.games.bacon.state import (
    LOG_OUT,
    LOG_POINTS,
    LOG_ROUND_WON,
    MAX_SUITS,
    NOTHING,
    SUITS,
    TYPES,
)

type_of, rank_of, wilds_of = plain(moves.type_of), plain(moves.rank_of), plain(moves.wilds_of)
seat_of = plain(moves.seat_of)


def state_json(state: Any, rules: Any) -> dict[str, Any]:
    """Return STATE as the replay format defines it."""
    table, hidden, seats = state.table, state.hidden, range(rules.players)
    dealt = int(rules.players) * int(rules.hand_size)
    to_beat = None
    if table.to_beat != NOTHING:
        to_beat = {
            "seat": int(table.beat_seat), "type": TYPES[table.to_beat],
            "rank": int(table.beat_rank),
            "cards": _cards(table.beat_cards, table.beat_wilds),
        }
    return {
        "hands": [_cards(state.seats[seat].cards, state.seats[seat].wilds) for seat in seats],
        "played": _cards(
            table.played, rules.players * rules.wilds_each - sum(table.wilds_n[: rules.players])
        ),
        "set_aside": _set_aside(hidden.deck[dealt : hidden.deck_n].tolist()),
        "to_beat": to_beat,
        "passes": int(table.passes),
        "turn": int(table.turn),
        "phase": "lead" if table.to_beat == NOTHING and table.may_hand_over else "play",
        "out": [int(seat) for seat in table.out[: table.n_out]],
        "dealer": int(table.dealer),
        "deal_no": int(table.deal_no),
        "scores": [int(score) for score in table.scores[: rules.teams]],
    }


def _cards(words: Any, wilds: int) -> list[str]:
    """Return cards by rank, then suit, X last."""
    return [*_naturals([int(word) for word in words]), *["X"] * int(wilds)]


def _naturals(words: list[int]) -> Iterator[str]:
    """Yield the natural cards of one word a suit."""
    for at in range(sum(words).bit_length() // 4 + 1):
        for suit, word in enumerate(words):
            for _ in range((word >> (4 * at)) & 15):
                yield f"{at + 1}{SUITS[suit]}"


def _set_aside(deck: list[int]) -> list[str]:
    return [f"{(card & 15) + 1}{SUITS[card >> 4]}" for card in sorted(deck, key=_by_rank)]


def _by_rank(card: int) -> tuple[int, int]:
    return card & 15, card >> 4


def move_json(move: int, state: Any, rules: Any) -> dict[str, Any]:
    """Return MOVE as the replay format defines it, in the state before it is made."""
    if type_of(move) == moves.PASS:
        return {"pass": True}
    if type_of(move) == moves.LEAD:
        return {"lead": seat_of(move)}
    own = state.seats[state.table.turn]
    leaving = np.zeros(MAX_SUITS, np.int64)
    wilds_left = int(own.wilds) - wilds_of(move)
    _cards_leaving()(
        np.array(own.cards), wilds_left, int(rules.ranks), int(rules.suits), move, leaving
    )
    return {
        "play": {
            "type": TYPES[type_of(move)], "rank": rank_of(move),
            "cards": _cards(leaving, wilds_of(move)),
        }
    }


@cache
def _cards_leaving() -> Any:
    """Return `cards_leaving`, ready to be called from Python."""
    function = plain(cards.cards_leaving)
    if INTERPRETED:
        return function
    words, whole = types.Array(types.int64, 1, "C"), types.int64
    signature = types.void(words, whole, whole, whole, whole, words)
    return compile_now(function, signature)


def effect_json(kind: int, values: list[int], _state: Any, _rules: Any) -> dict[str, Any]:
    """Return EFFECT as the replay format defines it."""
    match kind:
        case _ if kind == LOG_OUT:
            return {"out": {"seat": values[0], "place": values[1]}}
        case _ if kind == LOG_ROUND_WON:
            return {"round_won": values[0]}
        case _ if kind == LOG_POINTS:
            return {"points": values}
    raise ValueError(f"no effect of kind {kind}")


def tell_move(move: dict[str, Any]) -> str:
    """Say a move in words."""
    if "pass" in move:
        return "passes"
    if "lead" in move:
        return f"seat {move['lead']}, you lead"
    play = move["play"]
    name = play["type"].replace("_", " ")
    return f"plays {name} of rank {play['rank']}: {' '.join(play['cards'])}"


def tell_effect(effect: dict[str, Any], who: list[str]) -> str:
    """Say an effect in words."""
    (kind, value), *_ = effect.items()
    match kind:
        case "out":
            return f"is out, place {value['place']}"
        case "round_won":
            return f"{who[value]} wins the round"
        case _:
            return f"the deal scores {' : '.join(str(points) for points in value)}"


def tell_hand(state: dict[str, Any], seat: int) -> str:
    """Say what a seat holds and has to beat, for the line of its decision."""
    held = " ".join(state["hands"][seat]) or "out"
    beat = state["to_beat"]
    if beat is None:
        return held
    return f"{held} | {beat['type'].replace('_', ' ')} of rank {beat['rank']} by seat {beat['seat']}"


def tell_table(state: dict[str, Any]) -> list[str]:
    """Say how a deal begins, one line each."""
    aside = f"; set aside: {' '.join(state['set_aside'])}" if state["set_aside"] else ""
    scores = " : ".join(str(score) for score in state["scores"])
    lines = [f"dealer: seat {state['dealer']}; score {scores}{aside}"]
    lines += [f"seat {seat}: {' '.join(hand)}" for seat, hand in enumerate(state["hands"])]
    return lines
