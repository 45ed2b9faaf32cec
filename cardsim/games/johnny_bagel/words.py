"""Johnny Bagel in JSON, and in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cardsim.engine.compiling import plain
from cardsim.games.johnny_bagel import moves
from cardsim.games.johnny_bagel.moves import EXCHANGE_FOR, FROM_BOTH, FROM_HAND, PICK_UP, TURN_UP
from cardsim.games.johnny_bagel.state import (
    ANY_CARD,
    AT_LEAST,
    EXCHANGE,
    LOG_AGAIN,
    LOG_BURN,
    LOG_DRAW,
    LOG_OUT,
    LOG_PICKED_UP,
    LOG_REVERSE,
    LOG_SKIP,
    LOG_TURNED,
    RANKS,
)

kind_of, rank_of, count_of = plain(moves.kind_of), plain(moves.rank_of), plain(moves.count_of)
laid_of, taken_of = plain(moves.laid_of), plain(moves.taken_of)


def state_json(state: Any, rules: Any) -> dict[str, Any]:
    """Return STATE as the replay format defines it."""
    table, hidden, seats = state.table, state.hidden, range(rules.players)
    at = int(hidden.stock_at)
    need = None
    if table.need != ANY_CARD:
        need = {"at_least" if table.need == AT_LEAST else "at_most": RANKS[table.need_rank]}
    return {
        "hands": [_counted(state.seats[seat].hand) for seat in seats],
        "face_up": [_counted(table.face_up[seat]) for seat in seats],
        "face_down": [
            _cards(hidden.face_down[seat, : table.face_down_n[seat]][::-1]) for seat in seats
        ],
        "stock": _cards(hidden.stock[at : at + table.stock_n]),
        "pile": _cards(table.pile[: table.pile_n]),
        "burnt": _cards(hidden.burnt[: hidden.burnt_n]),
        "turn": int(table.turn),
        "direction": int(table.direction),
        "requirement": need,
        "out": [int(seat) for seat in table.out[: table.n_out]],
        "dealer": int(table.dealer),
        "phase": "exchange" if table.phase == EXCHANGE else "play",
        "opening": bool(table.opening),
    }


def _cards(ranks: Iterable[int]) -> list[str]:
    return [RANKS[rank] for rank in ranks]


def _counted(counts: Any) -> list[str]:
    return [RANKS[rank] for rank, n in enumerate(counts.tolist()) for _ in range(n)]


def move_json(move: int, _state: Any, _rules: Any) -> dict[str, Any]:
    """Return MOVE as the replay format defines it."""
    kind = kind_of(move)
    if kind == EXCHANGE_FOR:
        return {"face_up": [RANKS[laid_of(move, i)] for i in range(3)]}
    if kind == TURN_UP:
        return {"turn": True}
    if kind == PICK_UP:
        taken = taken_of(move)
        return {"pick_up": True, **({"take": RANKS[taken]} if taken >= 0 else {})}
    source = "hand" if kind == FROM_HAND else "both" if kind == FROM_BOTH else "face_up"
    return {"play": [RANKS[rank_of(move)]] * count_of(move), "from": source}


def effect_json(kind: int, values: list[int], _state: Any, _rules: Any) -> dict[str, Any]:
    """Return EFFECT as the replay format defines it."""
    match kind:
        case _ if kind == LOG_TURNED:
            return {"turned": RANKS[values[0]]}
        case _ if kind == LOG_REVERSE:
            return {"reverse": True}
        case _ if kind == LOG_BURN:
            return {"burn": _cards(values)}
        case _ if kind == LOG_PICKED_UP:
            return {"picked_up": {"seat": values[0], "cards": _cards(values[1:])}}
        case _ if kind == LOG_OUT:
            return {"out": {"seat": values[0], "place": values[1]}}
        case _ if kind == LOG_AGAIN:
            return {"again": True}
        case _ if kind == LOG_DRAW:
            return {"draw": {"seat": values[0], "cards": _cards(values[1:])}}
        case _ if kind == LOG_SKIP:
            return {"skip": values}
    raise ValueError(f"no effect of kind {kind}")


def tell_move(move: dict[str, Any]) -> str:
    """Say a move in words."""
    if "face_up" in move:
        return f"lays {' '.join(move['face_up'])} face up"
    if "turn" in move:
        return "turns a face-down card"
    if "pick_up" in move:
        return "takes the pile" + (f" and the face-up {move['take']}" if "take" in move else "")
    where = {"hand": "", "face_up": " from the table", "both": " from hand and table"}
    return f"plays {' '.join(move['play'])}{where[move['from']]}"


def tell_effect(effect: dict[str, Any], who: list[str]) -> str:
    """Say an effect in words."""
    (kind, value), *_ = effect.items()
    match kind:
        case "turned":
            return f"it is {value}"
        case "reverse":
            return "the direction turns"
        case "burn":
            return f"the pile burns ({' '.join(value)})"
        case "picked_up":
            return f"picks up {' '.join(value['cards'])}" if value["cards"] else "picks up nothing"
        case "out":
            return f"is out, place {value['place']}"
        case "again":
            return "plays again"
        case "draw":
            return f"draws {' '.join(value['cards'])}"
        case _:
            return f"skipped: {', '.join(who[seat] for seat in value)}"


def tell_hand(state: dict[str, Any], seat: int) -> str:
    """Say what a seat holds, for the line of its decision."""
    if state["phase"] == "exchange" or state["hands"][seat]:
        held = f"hand {' '.join(state['hands'][seat])}"
        return held + (
            f", face up {' '.join(state['face_up'][seat])}" if state["phase"] == "exchange" else ""
        )
    if state["face_up"][seat]:
        return f"face up {' '.join(state['face_up'][seat])}"
    return f"{len(state['face_down'][seat])} face down"


def tell_table(state: dict[str, Any]) -> list[str]:
    """Say how a deal begins, one line each."""
    lines = [f"dealer: seat {state['dealer']}; {len(state['stock'])} cards in the stock"]
    for seat, hand in enumerate(state["hands"]):
        lines.append(
            f"seat {seat}: hand {' '.join(hand)}; face up {' '.join(state['face_up'][seat])}; "
            f"face down {' '.join(state['face_down'][seat])}"
        )
    return lines
