"""A referee for Bacon, written from the rule book alone.

`referee` takes one complete replay and checks everything that the rule book
decides; `self_play` makes such replays by random legal moves. Ordinary lists,
dicts and strings throughout: it is meant to be read beside the rules.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from .bacon_brute_force import combinations_brute_force, is_combination
from .bacon_cards import combinations, sort_cards
from .bacon_options import effective, random_options, wrong_option
from .bacon_table import Effect, Move, Rules, State, Table, deck, wilds

__all__ = [
    "Mismatch",
    "Table",
    "combinations",
    "combinations_brute_force",
    "effective",
    "is_combination",
    "random_options",
    "referee",
    "self_play",
]

HEADER = ["game", "rules_version", "variant", "rules", "seed", "board", "rotation", "players", "initial", "initial_effects", "events", "result", "finished"]
MEANINGLESS_AFTER_A_DEAL = ("turn", "phase", "to_beat", "passes")
SHARE_TOLERANCE = 1e-9


class Mismatch(AssertionError):
    """A replay differs from the rule book: where, what, expected and found."""

    def __init__(self, where: str, what: str, expected: object, found: object) -> None:
        self.where = where
        self.what = what
        self.expected = expected
        self.found = found
        super().__init__(f"{where}: {what}\n  expected: {expected}\n  found:    {found}")


def text(value: object) -> str:
    """Write a JSON value so that equal texts mean equal values of equal types."""
    return json.dumps(value, sort_keys=True)


def same(where: str, what: str, expected: object, found: object) -> None:
    """Raise Mismatch unless two JSON values are exactly equal."""
    if text(expected) != text(found):
        raise Mismatch(where, what, text(expected), text(found))


def field(where: str, record: dict[str, Any], name: str) -> Any:
    """Give a field that must be there."""
    if not isinstance(record, dict) or name not in record:
        raise Mismatch(where, f"field {name}", "present", "missing")
    return record[name]


def referee(replay: dict[str, Any]) -> None:
    """Check one complete replay; raise Mismatch at the first difference."""
    rules, n_players = check_header(replay)
    table = Table(rules, n_players)
    table.deal_no = 0
    initial = replay["initial"]
    dealer = field("initial", initial, "dealer")
    if rules["first_dealer"] != "random":
        same("initial", "dealer (BA-15)", rules["first_dealer"], dealer)
    same("initial", "initial_effects", [], replay["initial_effects"])
    begin_deal("initial", table, initial, dealer)
    for index, event in enumerate(replay["events"]):
        check_event(index, event, table)
    where = f"after the last event ({len(replay['events'])} in all)"
    if not table.game_over and not table.unfinished:
        raise Mismatch(where, "the end", "the game goes on", "no further event")
    check_result(table, replay["result"])
    same("end", "finished", table.game_over, replay["finished"])


def check_header(replay: dict[str, Any]) -> tuple[Rules, int]:
    """Check what stands before the cards."""
    for name in HEADER:
        field("header", replay, name)
    same("header", "game", "bacon", replay["game"])
    rules, players = replay["rules"], replay["players"]
    wrong = wrong_option(rules, len(players))
    if wrong is not None:
        raise Mismatch("header", "rules", "every option, effective and allowed", wrong)
    for seat, player in enumerate(players):
        where = f"header, player {seat}"
        same(where, "seat", seat, field(where, player, "seat"))
        if rules["mode"] != "applewood":
            same(where, "team", seat % 2, field(where, player, "team"))
    return rules, len(players)


def begin_deal(where: str, table: Table, state: State, dealer: int) -> None:
    """Check the cards of a new deal and put them on the table."""
    rules = table.rules
    if type(dealer) is not int or not 0 <= dealer < table.n_players:
        raise Mismatch(where, "dealer", f"a seat of {table.n_players}", dealer)
    hands, aside = field(where, state, "hands"), field(where, state, "set_aside")
    same(where, "number of hands", table.n_players, len(hands))
    natural = list(aside)
    for seat, hand in enumerate(hands):
        cards = [card for card in hand if card != "X"]
        # BA-1, BA-14: so many natural cards, and exactly `wilds_each` X.
        same(where, f"natural cards of seat {seat}", rules["hand_size"], len(cards))
        same(where, f"X of seat {seat}", wilds(rules), [card for card in hand if card == "X"])
        natural.extend(cards)
    # BA-1: the whole deck, what is left over set aside.
    if sorted(natural) != sorted(deck(rules)):
        lost = sorted(set(deck(rules)) - set(natural))
        strange = sorted(set(natural) - set(deck(rules)))
        found = f"missing {lost}, not in the deck {strange}, or a wrong number of copies"
        raise Mismatch(where, "cards dealt and set aside", "the deck, each card once", found)
    for seat, hand in enumerate(hands):
        same(where, f"order of seat {seat}'s hand", sort_cards(hand), hand)
    table.start_deal(hands, aside, dealer)
    check_state(where, table, state)


def check_state(where: str, table: Table, found: State) -> None:
    """Compare every field of a state that means something now."""
    over = table.deal_over or table.unfinished
    for name, expected in table.state().items():
        value = field(where, found, name)
        if not (over and name in MEANINGLESS_AFTER_A_DEAL):
            same(where, f"state, {name}", expected, value)


def check_event(index: int, event: dict[str, Any], table: Table) -> None:
    """Check one event and bring the table up to it."""
    where = f"event {index}"
    if table.game_over or table.unfinished:
        raise Mismatch(where, "the end", "no further event", event)
    same(where, "n", index, field(where, event, "n"))
    if table.deal_over:
        # BA-15, CO-7: deals count from 1.
        same(where, "new_deal", table.deal_no + 1, event.get("new_deal"))
        same(where, "dealer (BA-15)", table.next_dealer(), field(where, event, "dealer"))
        same(where, "effects", [], field(where, event, "effects"))
        begin_deal(where, table, field(where, event, "state"), event["dealer"])
        return
    if "new_deal" in event:
        raise Mismatch(where, "new_deal", "a decision", event["new_deal"])
    same(where, "seat", table.turn, field(where, event, "seat"))
    where = f"event {index} (deal {table.deal_no}, seat {table.turn})"
    move = field(where, event, "move")
    check_legal(where, table.legal(), field(where, event, "legal"), move)
    effects = table.play(move)
    same(where, f"effects of {text(move)}", effects, field(where, event, "effects"))
    check_state(where, table, field(where, event, "state"))


def check_legal(where: str, expected: list[Move], found: list[Move], move: Move) -> None:
    """Compare the legal moves as sets, and find the move among them."""
    right, listed = {text(one) for one in expected}, [text(one) for one in found]
    twice = sorted({one for one in listed if listed.count(one) > 1})
    if twice:
        raise Mismatch(where, "legal", "each move once", f"twice: {twice}")
    missing, surplus = sorted(right - set(listed)), sorted(set(listed) - right)
    if missing or surplus:
        found_text = f"missing {missing}, not legal {surplus}"
        raise Mismatch(where, "legal", f"{len(right)} moves", found_text)
    if text(move) not in right:
        raise Mismatch(where, "move", "a legal move", text(move))


def check_result(table: Table, found: list[dict[str, Any]]) -> None:
    """Compare the result by seat."""
    same("result", "number of seats", table.n_players, len(found))
    for seat, expected in enumerate(table.result()):
        where = f"result, seat {seat}"
        for name in ("seat", "place", "score"):
            same(where, name, expected[name], field(where, found[seat], name))
        for name in ("wins", "loses"):
            share, value = expected[name], field(where, found[seat], name)
            if share is None or isinstance(value, bool) or not isinstance(value, int | float):
                same(where, name, share, value)
            elif abs(share - value) > SHARE_TOLERANCE:
                raise Mismatch(where, f"{name} (CO-7)", share, value)


def self_play(
    rules: Rules,
    n_players: int,
    rng: random.Random,
    choose: Callable[[Table, list[Move], random.Random], Move] | None = None,
) -> dict[str, Any]:
    """Play a whole game by `choose`, or at random, and give its replay.

    `rules` are effective ones, as `effective` gives them.
    """
    table = Table(rules, n_players)
    table.deal_no = 0
    dealer = rules["first_dealer"]
    table.start_deal(*shuffle(rules, n_players, rng), rng.randrange(n_players))
    if dealer != "random":
        table.dealer, table.turn = dealer, (dealer + 1) % n_players
    initial = table.state()
    events: list[dict[str, Any]] = []
    while not table.game_over and not table.unfinished:
        if table.deal_over:
            table.start_deal(*shuffle(rules, n_players, rng), table.next_dealer())
            event: dict[str, Any] = {"new_deal": table.deal_no, "dealer": table.dealer}
            effects: list[Effect] = []
        else:
            legal = table.legal()
            move = rng.choice(legal) if choose is None else choose(table, legal, rng)
            event = {"seat": table.turn, "legal": legal, "move": move}
            effects = table.play(move)
        event = {"n": len(events), **event, "effects": effects, "state": table.state()}
        events.append(event)
    names = [
        {"seat": seat, "strategy": "random", "params": {}, "team": table.side_of(seat)}
        for seat in range(n_players)
    ]
    header = {"game": "bacon", "rules_version": 1, "variant": rules["mode"], "rules": rules}
    return {
        **header,
        "seed": 0, "board": 0, "rotation": 0, "players": names,
        "initial": initial, "initial_effects": [], "events": events,
        "result": table.result(), "finished": table.game_over,
    }


def shuffle(rules: Rules, n_players: int, rng: random.Random) -> tuple[list[list[str]], list[str]]:
    """Deal: the hands, sorted, and the cards set aside."""
    cards = deck(rules)
    rng.shuffle(cards)
    size = rules["hand_size"]
    hands = [
        sort_cards(cards[seat * size : (seat + 1) * size] + wilds(rules))
        for seat in range(n_players)
    ]
    return hands, sort_cards(cards[n_players * size :])
