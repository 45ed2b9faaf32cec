"""Reference of Le Huit américain: a slow referee written from the rule book.

`referee` takes one whole replay and checks everything in it; `self_play` plays a
whole game by random legal moves and gives its replay; `random_options` and
`effective` draw and complete the options.  `Table` is one position.
"""

from __future__ import annotations

import copy
import functools
import operator
import random
from collections.abc import Callable, Sequence
from typing import Any

from .huit_americain_chance import Mismatch
from .huit_americain_rules import (
    complaint_about,
    effective,
    in_order,
    is_ordinary,
    is_rate,
    random_options,
    suit_of,
    text,
    whole_pack,
)
from .huit_americain_table import STATE_FIELDS, Table

__all__ = ["Mismatch", "Table", "effective", "random_options", "referee", "self_play"]

GAME = "huit_americain"
HEADER = [
    "game", "rules_version", "variant", "rules", "seed", "board", "rotation", "players",
    "initial", "initial_effects", "events", "result", "finished",
]
MEANINGLESS_AT_THE_END = ["turn", "attack", "direction"]  # after a deal's last event
TOLERANCE = 1e-9  # of shares in the result

Move = dict[str, Any]
Choose = Callable[[Table, list[Move]], Move]


def referee(replay: dict[str, Any]) -> None:
    """Check one whole replay against the rule book.

    Raises
    ------
    Mismatch
        At the first thing that is not as the rule book has it.
    """
    check_header(replay)
    rules, players = replay["rules"], replay["players"]
    rates = [(player.get("params") or {}).get("forget_rate", rules["forget_rate"])
             for player in players]  # HA-13
    dealer = replay["initial"].get("dealer")
    if rules["first_dealer"] != "random":  # HA-3
        dealer = rules["first_dealer"]
    scores = [0] * len(players)
    table = check_deal("initial", rules, replay["initial"], replay["initial_effects"],
                       {"deal_no": 1, "dealer": dealer, "scores": scores}, rates)
    for n, event in enumerate(replay["events"]):
        where = f"event {n}"
        same(where, "n", n, event.get("n"))
        if table.ending is None:
            check_move(where, table, event)
        elif table.ending == "unfinished" or table.deal_no == rules["deals"]:
            raise Mismatch("number of events", n, len(replay["events"]), where)
        else:
            table = check_new_deal(where, table, event)
    if table.ending is None:
        raise Mismatch("after the last event", "more events", "none", "events")
    if table.ending != "unfinished" and table.deal_no != rules["deals"]:  # HA-17
        raise Mismatch("deals", rules["deals"], table.deal_no, "events")
    check_result(replay, table)


def same(where: str, what: str, expected: Any, found: Any) -> None:
    """Refuse a value that is not the expected one, as JSON."""
    if text(expected) != text(found):
        raise Mismatch(what, text(expected), text(found), where)


def at(where: str, error: Mismatch) -> Mismatch:
    """Say where a mismatch was found."""
    return Mismatch(error.what, error.expected, error.found, where)


def check_header(replay: dict[str, Any]) -> None:
    """Check that all fields are there, the rules allowed and the seats in order."""
    for name in HEADER:
        if name not in replay:
            raise Mismatch(name, "a value", "nothing", "header")
    same("header", "game", GAME, replay["game"])
    players = replay["players"]
    same("header", "seats of players", list(range(len(players))),
         [player.get("seat") for player in players])
    complaint = complaint_about(replay["rules"], len(players))
    if complaint:
        raise Mismatch("rules", "allowed and whole", complaint, "header")
    for player in players:
        rate = (player.get("params") or {}).get("forget_rate", 0)
        if not is_rate(rate):  # HA-13
            raise Mismatch("forget_rate", "0 to 1", rate, f"player {player['seat']}")


def check_state(where: str, table: Table, found: dict[str, Any]) -> None:
    """Compare every field that replay.md lists and that still means something."""
    for name, expected in table.state().items():
        if name not in found:
            raise Mismatch(f"state.{name}", text(expected), "nothing", where)
        if not (table.ending and name in MEANINGLESS_AT_THE_END):
            same(where, f"state.{name}", expected, found[name])


def check_move(where: str, table: Table, event: dict[str, Any]) -> None:
    """Check one decision: seat, legal moves, move, effects and state."""
    if "new_deal" in event:
        raise Mismatch("new_deal", "a decision, the deal goes on", event["new_deal"], where)
    for name in ["seat", "legal", "move", "effects", "state"]:
        if name not in event:
            raise Mismatch(name, "a value", "nothing", where)
    same(where, "seat", table.turn, event["seat"])
    expected = sorted(text(move) for move in table.legal())
    found = sorted(text(move) for move in event["legal"])
    if expected != found:  # also when one is listed twice
        missing = [move for move in expected if move not in found]
        extra = [move for move in found if move not in expected]
        raise Mismatch(f"legal (missing {missing}, not legal {extra}, hand "
                       f"{table.hands[table.turn]}, top {table.pile[-1]}, suit {table.suit})",
                       expected, found, where)
    try:
        effects = table.play(event["move"], event["effects"])
    except Mismatch as error:
        raise at(where, error) from None
    same(where, f"effects of {text(event['move'])}", effects, event["effects"])
    check_state(where, table, event["state"])


def check_new_deal(where: str, table: Table, event: dict[str, Any]) -> Table:
    """Check the event before a second or later deal; give the new position."""
    for name in ["new_deal", "dealer", "effects", "state"]:
        if name not in event:
            raise Mismatch(name, "a value, the deal has ended", "nothing", where)
    dealer = (table.dealer + 1) % len(table.hands)  # HA-17: passes to the left
    given = {"deal_no": table.deal_no + 1, "dealer": dealer, "scores": table.scores}
    same(where, "new_deal", given["deal_no"], event["new_deal"])
    same(where, "dealer", dealer, event["dealer"])
    return check_deal(where, table.rules, event["state"], event["effects"], given,
                      table.forget_rates)


def check_deal(
    where: str,
    rules: dict[str, Any],
    state: dict[str, Any],
    effects: list[dict[str, Any]],
    given: dict[str, Any],
    forget_rates: Sequence[float],
) -> Table:
    """Check a fresh deal; `given` is what is known of it before the shuffle."""
    for name in STATE_FIELDS:
        if name not in state:
            raise Mismatch(f"state.{name}", "a value", "nothing", where)
    if given["dealer"] not in range(len(forget_rates)):
        raise Mismatch("state.dealer", "a seat", given["dealer"], where)
    for name, value in given.items():
        same(where, f"state.{name}", value, state[name])
    before = undo(where, state, effects)
    same(where, "hands dealt", [rules["hand_size"]] * len(forget_rates),
         [len(hand) for hand in before["hands"]])  # HA-2
    same(where, "cards on the pile", 1, len(before["pile"]))  # HA-3
    cards = functools.reduce(operator.iadd, before["hands"], []) + before["stock"] + before["pile"]
    if sorted(cards) != sorted(whole_pack(rules)):  # HA-1
        raise Mismatch("all cards", in_order(whole_pack(rules)), sorted(cards), where)
    check_bergere(where, rules, before)
    table = Table.from_state(rules, before, forget_rates)
    try:
        expected = table.open_deal(effects)
    except Mismatch as error:
        raise at(where, error) from None
    same(where, "effects of the deal", expected, effects)
    check_state(where, table, state)
    return table


def undo(where: str, state: dict[str, Any], effects: list[dict[str, Any]]) -> dict[str, Any]:
    """Take back what an active Bergère drew or took (HA-4)."""
    before = copy.deepcopy(state)
    for effect in reversed(effects):
        try:
            if "draw" in effect:
                for card in effect["draw"]["cards"]:
                    before["hands"][effect["draw"]["seat"]].remove(card)
                before["stock"] = [*effect["draw"]["cards"], *before["stock"]]
            elif "steal" in effect:
                card = effect["steal"]["card"]
                before["hands"][effect["steal"]["to"]].remove(card)
                before["hands"][effect["steal"]["from"]].append(card)
        except (KeyError, IndexError, ValueError):
            raise Mismatch("effects of the deal", "cards that are there", effect, where) from None
    return dict(before)


def check_bergere(where: str, rules: dict[str, Any], before: dict[str, Any]) -> None:
    """HA-4: what was turned, and what was buried at the bottom of the stock."""
    buried, stock, bergere = before["buried"], before["stock"], before["pile"][0]
    if rules["bergere_special"] != "redraw":
        same(where, "state.buried", [], buried)
        return
    if not is_ordinary(bergere):  # only if no ordinary card is left in the stock
        ordinary = [card for card in stock if is_ordinary(card)]
        same(where, f"ordinary cards in the stock under {bergere}", [], ordinary)
        same(where, "state.buried", [], buried)
        return
    ordinary = [card for card in buried if is_ordinary(card)]
    same(where, "ordinary cards buried", [], ordinary)
    same(where, "bottom of the stock", buried, stock[len(stock) - len(buried):])


def result_of(scores: list[int], *, finished: bool) -> list[dict[str, Any]]:
    """CO-7: places and shares of one win and one loss; the lowest total is best."""
    result = []
    for seat, score in enumerate(scores):
        line: dict[str, Any] = {"seat": seat, "place": None, "score": score,
                                "wins": None, "loses": None}
        if finished:
            line["place"] = 1 + sum(other < score for other in scores)
            first, last = min(scores), max(scores)
            line["wins"] = 1 / scores.count(first) if score == first else 0
            line["loses"] = 1 / scores.count(last) if score == last else 0
        result.append(line)
    return result


def check_result(replay: dict[str, Any], table: Table) -> None:
    """Check the result line by line (CO-5, CO-7)."""
    finished = table.ending != "unfinished"
    same("result", "finished", finished, replay["finished"])
    expected = result_of(table.scores, finished=finished)
    same("result", "number of lines", len(expected), len(replay["result"]))
    for line, found in zip(expected, replay["result"], strict=True):
        where = f"result of seat {line['seat']}"
        for name, value in line.items():
            if name not in found:
                raise Mismatch(name, value, "nothing", where)
            if name in ("wins", "loses") and finished:
                share = found[name]
                if not is_rate(share) or abs(share - value) > TOLERANCE:
                    raise Mismatch(name, value, share, where)
            else:
                same(where, name, value, found[name])


# ---- self play -------------------------------------------------------------


def turn_bergere(
    rules: dict[str, Any], stock: list[str]
) -> tuple[str, list[str], list[str]]:
    """Turn the first card of the stock: Bergère, rest of the stock, buried (HA-4)."""
    stock, buried = list(stock), []
    if rules["bergere_special"] == "redraw" and any(is_ordinary(card) for card in stock):
        while not is_ordinary(stock[0]):
            buried.append(stock[0])
            stock = [*stock[1:], stock[0]]
    return stock[0], stock[1:], buried


def deal(
    rules: dict[str, Any], given: dict[str, Any], rates: Sequence[float], rng: random.Random
) -> tuple[Table, list[dict[str, Any]]]:
    """Shuffle, deal and turn the Bergère; give the position and the effects."""
    cards, size = whole_pack(rules), rules["hand_size"]
    rng.shuffle(cards)
    hands = [[cards.pop() for _ in range(size)] for _ in rates]  # HA-2
    bergere, stock, buried = turn_bergere(rules, cards)
    state = {
        "hands": hands, "stock": stock, "pile": [bergere], "suit": suit_of(bergere),
        "attack": None, "drawn": None, "buried": buried, "turn": 0, "direction": 1, **given,
    }
    table = Table.from_state(rules, state, rates, rng)
    return table, table.open_deal()


def self_play(
    rules: dict[str, Any],
    n_players: int,
    rng: random.Random,
    choose: Choose | None = None,
    params: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    """Play a whole game and give its replay.

    Parameters
    ----------
    rules
        Effective options.
    n_players
        Number of seats.
    rng
        Source of all chance, and of the moves if `choose` is not given.
    choose
        Gives one of the legal moves of a position.
    params
        Parameters of the players by seat, such as their own `forget_rate`.
    """
    players = [{"seat": seat, "strategy": "random", "params": dict(own), "team": seat}
               for seat, own in enumerate(params or [{}] * n_players)]
    rates = [player["params"].get("forget_rate", rules["forget_rate"]) for player in players]
    dealer = rules["first_dealer"]
    if dealer == "random":  # HA-3
        dealer = rng.randrange(n_players)
    given = {"deal_no": 1, "dealer": dealer, "scores": [0] * n_players}
    table, effects = deal(rules, given, rates, rng)
    replay: dict[str, Any] = {
        "game": GAME, "rules_version": 1, "variant": "reference", "rules": copy.deepcopy(rules),
        "seed": 0, "board": 0, "rotation": 0, "players": players,
        "initial": table.state(), "initial_effects": effects, "events": [],
    }
    events = replay["events"]
    while True:
        play_deal(table, events, rng, choose)
        if table.ending == "unfinished" or table.deal_no == rules["deals"]:
            break
        given = {"deal_no": table.deal_no + 1, "dealer": (table.dealer + 1) % n_players,
                 "scores": table.scores}  # HA-17
        table, effects = deal(rules, given, rates, rng)
        events.append({"n": len(events), "new_deal": table.deal_no, "dealer": table.dealer,
                       "effects": effects, "state": table.state()})
    replay["finished"] = table.ending != "unfinished"
    replay["result"] = result_of(table.scores, finished=replay["finished"])
    return replay


def play_deal(
    table: Table, events: list[dict[str, Any]], rng: random.Random, choose: Choose | None
) -> None:
    """Play one deal to its end, adding an event for every decision."""
    while table.ending is None:
        seat, legal = table.turn, table.legal()
        move = choose(table, legal) if choose else rng.choice(legal)
        effects = table.play(move)
        events.append({"n": len(events), "seat": seat, "legal": legal, "move": move,
                       "effects": effects, "state": table.state()})
