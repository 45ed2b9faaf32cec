"""Le Huit américain in JSON, and in words."""

from __future__ import annotations

from typing import Any

from cardsim.engine.compiling import plain
from cardsim.games.huit_americain import moves
from cardsim.games.huit_americain.moves import ACCEPT, DRAW, KEEP, NAME_SUIT, PASS
from cardsim.games.huit_americain.state import (
    DRAWN,
    JOKER,
    JOKER_RANK,
    LOG_BLOCKED,
    LOG_DRAW,
    LOG_FORGOT,
    LOG_LOSE_TURN,
    LOG_OUT,
    LOG_POINTS,
    LOG_RESHUFFLE,
    LOG_REVERSE,
    LOG_STEAL,
    RANKS,
    SUITS,
)

kind_of, card_of, named_of = plain(moves.kind_of), plain(moves.card_of), plain(moves.named_of)

_SIGNS = dict(zip(SUITS, "♣♦♥♠", strict=True))

# Cards as the replay format writes them, ``10S``, ``QH``, ``JK``: by rank, then by suit.
CARD_TEXT = {
    16 * suit + rank: RANKS[rank] + SUITS[suit]
    for rank in range(JOKER_RANK) for suit in range(len(SUITS))
} | {JOKER: "JK"}


def _cards(cards: Any) -> list[str]:
    return [CARD_TEXT[card] for card in cards.tolist()]


def _hand(counts: list[int]) -> list[str]:
    return [text for card, text in CARD_TEXT.items() if counts[card] for _ in range(counts[card])]


def state_json(state: Any, rules: Any) -> dict[str, Any]:
    """Return STATE as the replay format defines it."""
    table, hidden = state.table, state.hidden
    at = int(hidden.stock_at)
    attack = None
    if table.attack > 0:
        attack = {"rank": RANKS[int(table.top) & 15], "sum": int(table.attack)}
    drawn = int(state.seats[table.turn].drawn) if table.phase == DRAWN else None
    return {
        "hands": [_hand(counts) for counts in state.seats["hand"][: rules.players].tolist()],
        "stock": _cards(hidden.stock[at : at + table.stock_n]),
        "pile": _cards(hidden.pile[: table.pile_n]),
        "suit": SUITS[table.suit] if table.suit >= 0 else None,
        "attack": attack,
        "drawn": None if drawn is None else CARD_TEXT[drawn],
        "buried": _cards(hidden.buried[: hidden.buried_n]),
        "turn": int(table.turn),
        "direction": int(table.direction),
        "dealer": int(table.dealer),
        "deal_no": int(table.deal_no),
        "scores": table.scores[: rules.players].tolist(),
    }


def move_json(move: int, state: Any, _rules: Any) -> dict[str, Any]:
    """Return MOVE as the replay format defines it."""
    match kind_of(move):
        case _ as kind if kind == DRAW:
            return {"draw": 1}
        case _ as kind if kind == ACCEPT:
            return {"accept": int(state.table.attack)}
        case _ as kind if kind == KEEP:
            return {"keep": True}
        case _ as kind if kind == PASS:
            return {"pass": True}
        case _ as kind if kind == NAME_SUIT:
            return {"name": SUITS[named_of(move)]}
    named = named_of(move)
    return {"play": CARD_TEXT[card_of(move)], **({"suit": SUITS[named]} if named >= 0 else {})}


def effect_json(kind: int, values: list[int], _state: Any, _rules: Any) -> dict[str, Any]:
    """Return EFFECT as the replay format defines it."""
    match kind:
        case _ if kind == LOG_REVERSE:
            return {"reverse": True}
        case _ if kind == LOG_STEAL:
            return {"steal": {"from": values[0], "to": values[1], "card": CARD_TEXT[values[2]]}}
        case _ if kind == LOG_DRAW:
            return {"draw": {"seat": values[0], "cards": [CARD_TEXT[card] for card in values[1:]]}}
        case _ if kind == LOG_RESHUFFLE:
            return {"reshuffle": [CARD_TEXT[card] for card in values]}
        case _ if kind == LOG_LOSE_TURN:
            return {"lose_turn": values[0]}
        case _ if kind == LOG_FORGOT:
            return {"forgot": values[0]}
        case _ if kind == LOG_OUT:
            return {"out": {"seat": values[0]}}
        case _ if kind == LOG_BLOCKED:
            return {"blocked": True}
        case _ if kind == LOG_POINTS:
            return {"points": values}
    raise ValueError(f"no effect of kind {kind}")


def _say(card: str) -> str:
    return "Joker" if card == "JK" else card[:-1] + _SIGNS[card[-1]]


def _say_all(cards: list[str]) -> str:
    return " ".join(_say(card) for card in cards)


def tell_move(move: dict[str, Any]) -> str:
    """Say a move in words."""
    if "play" in move:
        asked = f", asks for {_SIGNS[move['suit']]}" if "suit" in move else ""
        return f"plays {_say(move['play'])}{asked}"
    if "accept" in move:
        return f"accepts {move['accept']}"
    if "name" in move:
        return f"asks for {_SIGNS[move['name']]}"
    return "draws" if "draw" in move else "keeps it" if "keep" in move else "passes"


def tell_effect(effect: dict[str, Any], who: list[str]) -> str:
    """Say an effect in words."""
    (kind, value), *_ = effect.items()
    match kind:
        case "reverse":
            return "the direction turns"
        case "steal":
            return f"{who[value['to']]} takes {_say(value['card'])}"
        case "draw":
            return f"{who[value['seat']]} draws {_say_all(value['cards'])}"
        case "reshuffle":
            return f"the pile is shuffled into a stock of {len(value)}"
        case "lose_turn":
            return f"{who[value]} loses the turn"
        case "forgot":
            return f'{who[value]} forgets to say "carte"'
        case "out":
            return f"{who[value['seat']]} is out"
        case "blocked":
            return "the deal is blocked"
        case _:
            return "penalties: " + ", ".join(str(points) for points in value)


def tell_hand(state: dict[str, Any], seat: int) -> str:
    """Say what a seat holds, for the line of its decision."""
    return _say_all(state["hands"][seat])


def tell_table(state: dict[str, Any]) -> list[str]:
    """Say how a deal begins, one line each."""
    asked = _SIGNS[state["suit"]] if state["suit"] else "no suit"
    bergere = f"Bergère {_say(state['pile'][0])}, {asked} asked for"
    lines = [f"dealer: seat {state['dealer']}; {bergere}; {len(state['stock'])} cards in the stock"]
    if state["buried"]:
        lines.append(f"under the stock: {_say_all(state['buried'])}")
    return lines + [f"seat {seat}: {_say_all(hand)}" for seat, hand in enumerate(state["hands"])]
