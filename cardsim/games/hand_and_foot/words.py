"""Hand and Foot in JSON, and in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cardsim.engine.compiling import plain
from cardsim.games.hand_and_foot import moves
from cardsim.games.hand_and_foot.moves import (
    ADD_NATURAL,
    ADD_WILD,
    DISCARD,
    DRAW_CARDS,
    START,
    TAKE_PILE,
)
from cardsim.games.hand_and_foot.state import (
    BOOK,
    CARDS,
    DEUCE,
    DRAW,
    FOUR,
    LOG_BOOK,
    LOG_DRAW,
    LOG_FOOT,
    LOG_OUT,
    LOG_PICKED_UP,
    LOG_POINTS,
    LOG_RED_THREE,
    LOG_RESHUFFLE,
)

_BOOK_FIELDS = ("book_team", "book_start", "book_rank", "book_deuces", "book_jokers")

kind_of, rank_of, count_of = plain(moves.kind_of), plain(moves.rank_of), plain(moves.count_of)


def state_json(state: Any, rules: Any) -> dict[str, Any]:
    """Return STATE as the replay format defines it."""
    table, hidden = state.table, state.hidden
    seats, teams = int(rules.players), int(rules.teams)
    at, turn = int(hidden.stock_at), int(table.turn)
    opened = table.opened[:teams].tolist()
    opening = bool(table.melded) and not opened[turn % teams] and not table.over
    return {
        "hands": [_counted(hand) for hand in state.seats["hand"][:seats].tolist()],
        "feet": [_counted(foot) for foot in hidden.feet[:seats].tolist()],
        "in_foot": [bool(reached) for reached in table.in_foot[:seats].tolist()],
        "stock": _cards(hidden.stock[at : at + table.stock_n].tolist()),
        "discard": _cards(hidden.pile[: table.pile_n].tolist()),
        "melds": _melds(table, hidden, teams),
        "opened": [bool(team) for team in opened],
        "opening_points": int(table.points[turn % teams]) if opening else None,
        "red_threes": table.red_threes[:teams].tolist(),
        "turn": turn,
        "phase": "draw" if table.phase == DRAW else "meld",
        "aside": _counted(table.aside.tolist()),
        "round": int(table.deal_no),
        "dealer": int(table.dealer),
        "scores": table.scores[:teams].tolist(),
    }


def _cards(kinds: Iterable[int]) -> list[str]:
    return [CARDS[kind] for kind in kinds]


def _counted(counts: list[int]) -> list[str]:
    return [CARDS[kind] for kind, n in enumerate(counts) for _ in range(n)]


def _melds(table: Any, hidden: Any, teams: int) -> list[list[dict[str, Any]]]:
    """Return each team's melds and books, in the order of their start."""
    found: list[list[tuple[int, ...]]] = [[] for _ in range(teams)]
    naturals, deuces, jokers = (
        table.naturals.tolist(), table.deuces.tolist(), table.jokers.tolist()
    )
    starts = hidden.start_of.tolist()
    for team, ranks in enumerate(table.open_ranks[:teams].tolist()):
        for rank in range(FOUR, DEUCE):
            if (ranks >> rank) & 1:
                found[team].append((
                    starts[team][rank], rank, naturals[team][rank], deuces[team][rank],
                    jokers[team][rank], False,
                ))
    n = int(hidden.book_n)
    for team, start, rank, deuce_n, joker_n in zip(
        *(hidden[name][:n].tolist() for name in _BOOK_FIELDS), strict=True
    ):
        found[team].append((start, rank, BOOK - deuce_n - joker_n, deuce_n, joker_n, True))
    return [
        [
            {"rank": CARDS[rank], "natural": natural, "deuces": deuce_n, "jokers": joker_n,
             "closed": closed}
            for _, rank, natural, deuce_n, joker_n, closed in sorted(melds)
        ]
        for melds in found
    ]


def move_json(move: int, _state: Any, _rules: Any) -> dict[str, Any]:
    """Return MOVE as the replay format defines it."""
    kind, count = kind_of(move), count_of(move)
    if kind == DRAW_CARDS:
        return {"draw": count}
    if kind == TAKE_PILE:
        return {"take_pile": count}
    rank = CARDS[rank_of(move)]
    if kind == DISCARD:
        return {"discard": rank}
    if kind == ADD_NATURAL:
        return {"add": {"rank": rank, "natural": 1}}
    if kind == ADD_WILD:
        return {"add": {"rank": rank, "wild": CARDS[count]}}
    if kind == START:
        return {"meld": {"rank": rank, "natural": count}}
    return {"meld": {"rank": rank, "natural": 2, "wild": CARDS[count]}}


def effect_json(kind: int, values: list[int], _state: Any, _rules: Any) -> dict[str, Any]:
    """Return EFFECT as the replay format defines it."""
    match kind:
        case _ if kind == LOG_RESHUFFLE:
            return {"reshuffle": _cards(values)}
        case _ if kind == LOG_DRAW:
            return {"draw": {"seat": values[0], "cards": _cards(values[1:])}}
        case _ if kind == LOG_RED_THREE:
            by = CARDS[values[1]] if values[1] >= 0 else None
            return {"red_three": {"seat": values[0], "replaced_by": by}}
        case _ if kind == LOG_PICKED_UP:
            return {"picked_up": {"seat": values[0], "cards": _cards(values[1:])}}
        case _ if kind == LOG_BOOK:
            return {"book": {"team": values[0], "rank": CARDS[values[1]], "clean": bool(values[2])}}
        case _ if kind == LOG_FOOT:
            return {"foot": values[0]}
        case _ if kind == LOG_OUT:
            return {"out": {"seat": values[0]}}
        case _ if kind == LOG_POINTS:
            return {"points": values}
    raise ValueError(f"no effect of kind {kind}")


def tell_move(move: dict[str, Any]) -> str:
    """Say a move in words."""
    if "draw" in move:
        return f"draws {move['draw']}"
    if "take_pile" in move:
        return f"takes {_number(move['take_pile'], 'card')} of the pile"
    if "discard" in move:
        return f"discards {move['discard']}"
    kind, laid = next(iter(move.items()))
    cards = [laid["rank"]] * laid.get("natural", 0) + ([laid["wild"]] if "wild" in laid else [])
    if kind == "meld":
        return f"melds {' '.join(cards)}"
    return f"adds {cards[0]} to the {laid['rank']}s"


def _number(n: int, what: str) -> str:
    return f"{n} {what}" + ("" if n == 1 else "s")


def tell_effect(effect: dict[str, Any], who: list[str]) -> str:
    """Say an effect in words."""
    (kind, value), *_ = effect.items()
    match kind:
        case "reshuffle":
            return f"the pile becomes a new stock of {len(value)}"
        case "draw":
            return f"gets {' '.join(value['cards'])}"
        case "red_three":
            by = value["replaced_by"]
            laid = f"{who[value['seat']]} lays a red three"
            return f"{laid}, gets {by}" if by else f"{laid}; no stock to replace it"
        case "picked_up":
            return f"gets {' '.join(value['cards'])}"
        case "book":
            return f"a {'clean' if value['clean'] else 'dirty'} book of {value['rank']}s"
        case "foot":
            return "takes up the foot"
        case "out":
            return "goes out"
        case _:
            return f"points of the round by team: {', '.join(str(points) for points in value)}"


def tell_hand(state: dict[str, Any], seat: int) -> str:
    """Say what a seat holds, for the line of its decision."""
    name = "foot" if state["in_foot"][seat] else "hand"
    held = f"{name} {' '.join(state['hands'][seat])}"
    if state["phase"] == "draw":
        top = state["discard"][-1] if state["discard"] else "empty"
        return f"{held} | pile {top}"
    return f"{held} | aside {' '.join(state['aside'])}" if state["aside"] else held


def tell_table(state: dict[str, Any]) -> list[str]:
    """Say how a round begins, one line each."""
    stock, top = len(state["stock"]), state["discard"][-1]
    lines = [
        f"dealer: seat {state['dealer']}; {stock} cards in the stock; the pile starts with {top}",
        f"scores by team: {', '.join(str(score) for score in state['scores'])}",
    ]
    for seat, hand in enumerate(state["hands"]):
        lines.append(f"seat {seat}: hand {' '.join(hand)}; foot {' '.join(state['feet'][seat])}")
    return lines
