"""A referee for replays of Johnny Bagel, written from the rule book alone.

Public: ``referee`` checks one complete replay and raises ``Mismatch`` at the first fault;
``Table`` plays small positions; ``self_play`` makes replays of its own; ``random_options`` and
``effective`` make rules.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from .johnny_bagel_rules import RANKS, all_cards, check_rules, effective, random_options
from .johnny_bagel_table import (
    FACE_DOWN_SIZE,
    FACE_UP_SIZE,
    HAND_SIZE,
    STATE_FIELDS,
    Move,
    Table,
    in_order,
    start_state,
)

__all__ = [
    "Mismatch",
    "Table",
    "any_move",
    "eager_move",
    "effective",
    "random_options",
    "referee",
    "self_play",
]

TOLERANCE = 1e-9
HESITATION = 0.1  # how often an eager player moves at random
HEADER = ["game", "rules_version", "variant", "rules", "seed", "board", "rotation", "players"]
BODY = ["initial", "initial_effects", "events", "result", "finished"]
PLAYER = ["seat", "strategy", "params", "team"]
# Of the fields that mean nothing after a deal's last event, those of this game.
MEANINGLESS_AT_THE_END = ["turn", "phase", "direction"]


class Mismatch(AssertionError):
    """A replay and the rule book disagree: where, what was expected, what was found."""

    def __init__(self, where: str, expected: Any, found: Any) -> None:
        super().__init__(f"{where}\n  expected: {expected}\n  found:    {found}")
        self.where = where
        self.expected = expected
        self.found = found


# ---- the referee ----


def referee(replay: dict[str, Any]) -> None:
    """Check one complete replay; raise ``Mismatch`` at the first fault."""
    replay = json.loads(json.dumps(replay))
    check_header(replay)
    game = Game(replay["rules"], len(replay["players"]))
    game.load_deal("initial", replay["initial"])
    require_same("initial_effects", [], replay["initial_effects"])
    for n, event in enumerate(replay["events"]):
        game.check_event(n, event)
    if game.status != "ended":
        raise Mismatch("after the last event", f"more events ({game.status})", "none")
    finished = game.unfinished is False
    require_same("finished", finished, replay["finished"])
    check_result(game.result(), replay["result"])


class Game:
    """The course of a game: its deals, its decisions and its Bagels."""

    def __init__(self, rules: dict[str, Any], n_players: int) -> None:
        self.rules = rules
        self.n_players = n_players
        self.bagels = [0] * n_players
        self.deal = 1  # CO-7: deals count from 1
        self.decisions = 0
        self.status = "deal running"  # or "new deal due" or "ended"
        self.unfinished = False
        self.table: Table

    def load_deal(self, where: str, state: dict[str, Any]) -> None:
        """Check a fresh deal and set it up."""
        need_keys(where, state, STATE_FIELDS)
        check_cards(where, state, self.rules, self.n_players)
        dealer = self.due_dealer()
        if dealer is None:  # JB-10: a random first dealer may be anyone
            dealer = state["dealer"]
            if dealer not in range(self.n_players):
                raise Mismatch(f"{where}: dealer", f"0 to {self.n_players - 1}", dealer)
        expected = start_state(self.rules, state, dealer)
        for name in STATE_FIELDS:
            require_same(f"{where}: {name}", expected[name], state[name])
        self.table = Table.from_state(self.rules, expected)
        self.decisions = 0  # CO-5: decisions a deal
        self.status = "deal running"

    def due_dealer(self) -> int | None:
        """Return the seat that must deal now, None for any seat."""
        if self.deal > 1:
            return self.table.bagel()  # JB-20
        first = self.rules["first_dealer"]
        return None if first == "random" else int(first)  # JB-10

    def check_event(self, n: int, event: dict[str, Any]) -> None:
        """Check one event against what is due."""
        where = f"event {n}"
        if self.status == "ended":
            raise Mismatch(where, "no event: the game has ended", event)
        need_keys(where, event, ["n", "effects", "state"])
        require_same(f"{where}: n", n, event["n"])
        if self.status == "new deal due":
            self.check_new_deal(where, event)
        elif "new_deal" in event:
            raise Mismatch(where, "a decision: the deal is not over", "new_deal")
        else:
            self.check_decision(where, event)

    def check_new_deal(self, where: str, event: dict[str, Any]) -> None:
        """Check the event that starts another deal."""
        self.deal += 1
        need_keys(where, event, ["new_deal", "dealer"])
        require_same(f"{where}: new_deal", self.deal, event["new_deal"])
        require_same(f"{where}: dealer", self.due_dealer(), event["dealer"])  # JB-20
        require_same(f"{where}: effects", [], event["effects"])
        self.load_deal(f"{where}: state", event["state"])

    def check_decision(self, where: str, event: dict[str, Any]) -> None:
        """Check a decision, apply it and check what it brought about."""
        need_keys(where, event, ["seat", "legal", "move"])
        require_same(f"{where}: seat", self.table.turn, event["seat"])  # CO-6
        legal = self.table.legal()
        check_legal(f"{where}: legal", legal, event["legal"])
        if as_text(event["move"]) not in [as_text(move) for move in legal]:
            raise Mismatch(f"{where}: move", f"one of {legal}", event["move"])
        effects = self.table.play(event["move"])
        self.count_decision()
        found = event["effects"]
        cut_off = self.unfinished
        if cut_off and {"again": True} not in found:
            # Whether a seat "really acts again" when CO-5 stops the game is left open.
            effects = [effect for effect in effects if effect != {"again": True}]
        require_same(f"{where}: effects", effects, found)
        need_keys(f"{where}: state", event["state"], STATE_FIELDS)
        state = self.table.state()
        for name in STATE_FIELDS:
            if self.status == "deal running" or name not in MEANINGLESS_AT_THE_END:
                require_same(f"{where}: state {name}", state[name], event["state"][name])

    def count_decision(self) -> None:
        """Count a decision just applied and see whether the deal or the game ends with it."""
        self.decisions += 1  # CO-4, CO-5
        if self.table.over():
            self.bagels[self.table.bagel()] += 1  # JB-18, JB-20
            last = self.deal == self.rules["deals"]  # JB-20
            self.status = "ended" if last else "new deal due"
        elif self.decisions == self.rules["max_turns"]:  # CO-5
            self.status = "ended"
            self.unfinished = True

    def result(self) -> list[dict[str, Any]]:
        """Return the result as the replay must give it."""
        seats = range(self.n_players)
        if self.unfinished:  # CO-5: no places, no win, no loss
            nulls = {"place": None, "wins": None, "loses": None}
            return [{"seat": seat, "score": self.bagels[seat], **nulls} for seat in seats]
        fewest, most = min(self.bagels), max(self.bagels)
        rows = []
        for seat in seats:
            score = self.bagels[seat]
            wins = 1 / self.bagels.count(fewest) if score == fewest else 0  # CO-7, JB-20
            loses = 1 / self.bagels.count(most) if score == most else 0  # CO-7
            place = self.place(seat)
            rows.append(
                {"seat": seat, "place": place, "score": score, "wins": wins, "loses": loses}
            )
        return rows

    def place(self, seat: int) -> int:
        """Return a seat's place in a finished game."""
        if self.rules["deals"] == 1:  # JB-20: the order of going out, the Bagel last
            return [*self.table.out, self.table.bagel()].index(seat) + 1
        return 1 + len([score for score in self.bagels if score < self.bagels[seat]])  # CO-7


# ---- its checks ----


def as_text(value: Any) -> str:
    """Return a JSON value as text that tells 1, 1.0 and true apart."""
    return json.dumps(value, sort_keys=True)


def require_same(where: str, expected: Any, found: Any) -> None:
    """Raise ``Mismatch`` unless two JSON values are equal; lists by seat name the seat."""
    if as_text(expected) == as_text(found):
        return
    lists = isinstance(expected, list) and isinstance(found, list)
    if lists and len(expected) == len(found) and all(isinstance(e, list) for e in expected):
        for index, (one, other) in enumerate(zip(expected, found, strict=True)):
            require_same(f"{where}[{index}]", one, other)
    raise Mismatch(where, expected, found)


def need_keys(where: str, value: Any, keys: list[str]) -> None:
    """Raise ``Mismatch`` unless the value is a dict with these keys."""
    if not isinstance(value, dict):
        raise Mismatch(where, f"an object with {keys}", value)
    missing = [key for key in keys if key not in value]
    if missing:
        raise Mismatch(where, f"fields {missing}", f"only {sorted(value)}")


def check_header(replay: dict[str, Any]) -> None:
    """Check that the header is whole and the rules allowed."""
    need_keys("replay", replay, HEADER + BODY)
    require_same("game", "johnny_bagel", replay["game"])
    for seat, player in enumerate(replay["players"]):
        need_keys(f"players[{seat}]", player, PLAYER)
        require_same(f"players[{seat}]: seat", seat, player["seat"])
    try:
        check_rules(replay["rules"], len(replay["players"]))
    except ValueError as error:
        raise Mismatch("rules", "complete and allowed options", error) from error


def check_cards(where: str, state: dict[str, Any], rules: dict[str, Any], n_players: int) -> None:
    """Check the numbers of cards dealt and that they are those of the packs."""
    sizes = {"hands": HAND_SIZE, "face_up": FACE_UP_SIZE, "face_down": FACE_DOWN_SIZE}  # JB-7
    dealt = list(state["stock"])
    for name, size in sizes.items():
        found = [len(cards) for cards in state[name]]
        require_same(f"{where}: cards in {name} by seat", [size] * n_players, found)
        for cards in state[name]:
            dealt += cards
    packs = all_cards(rules)  # JB-1, JB-2
    if sorted(dealt) != sorted(packs):
        missing, extra = list(packs), []
        for card in dealt:
            if card in missing:
                missing.remove(card)
            else:
                extra.append(card)
        raise Mismatch(f"{where}: cards", f"also {missing}", f"too many {extra}")


def check_legal(where: str, expected: list[Move], found: list[Move]) -> None:
    """Check that the moves are the same, each once, in any order."""
    ours = sorted(as_text(move) for move in expected)
    theirs = sorted(as_text(move) for move in found)
    if ours != theirs:
        missing = [move for move in ours if move not in theirs]
        extra = [move for move in theirs if move not in ours]
        twice = sorted({move for move in theirs if theirs.count(move) > 1})
        raise Mismatch(f"{where} (missing {missing}, extra {extra}, twice {twice})", ours, theirs)


def check_result(expected: list[dict[str, Any]], found: list[dict[str, Any]]) -> None:
    """Check each seat's place, score, wins and loses."""
    require_same("result: number of seats", len(expected), len(found))
    for seat, (row, other) in enumerate(zip(expected, found, strict=True)):
        need_keys(f"result[{seat}]", other, list(row))
        for name in ["seat", "place", "score", "wins", "loses"]:
            if not close(row[name], other[name]):
                raise Mismatch(f"result[{seat}]: {name}", row[name], other[name])


def close(expected: float | None, found: Any) -> bool:
    """Say whether two numbers, or two nulls, agree."""
    if expected is None or found is None or isinstance(found, bool):
        return expected is None and found is None
    return isinstance(found, int | float) and abs(expected - found) <= TOLERANCE


# ---- playing alone ----


def deal_cards(rules: dict[str, Any], n_players: int, rng: random.Random) -> dict[str, Any]:
    """Shuffle the packs and deal."""
    stock = all_cards(rules)
    rng.shuffle(stock)
    cards: dict[str, Any] = {"hands": [], "face_up": [], "face_down": []}
    for _ in range(n_players):  # JB-7
        cards["hands"].append(in_order([stock.pop() for _ in range(HAND_SIZE)]))
        cards["face_up"].append(in_order([stock.pop() for _ in range(FACE_UP_SIZE)]))
        cards["face_down"].append([stock.pop() for _ in range(FACE_DOWN_SIZE)])
    cards["stock"] = stock
    return cards


def any_move(_table: Table, legal: list[Move], rng: random.Random) -> Move:
    """Choose a legal move uniformly at random."""
    return rng.choice(legal)


def eager_move(_table: Table, legal: list[Move], rng: random.Random) -> Move:
    """Choose as a player in a hurry: often the most cards of the lowest rank, so deals end soon."""
    plays = [move for move in legal if "play" in move]
    if not plays or rng.random() < HESITATION:
        return rng.choice(legal)
    return min(plays, key=lambda move: (-len(move["play"]), RANKS.index(move["play"][0])))


def self_play(
    rules: dict[str, Any],
    n_players: int,
    rng: random.Random,
    choose: Callable[[Table, list[Move], random.Random], Move] | None = None,
) -> dict[str, Any]:
    """Play a whole game by effective rules and return its replay."""
    choose = choose or any_move
    game = Game(rules, n_players)
    dealer = game.due_dealer()
    dealer = rng.randrange(n_players) if dealer is None else dealer  # JB-10
    initial = start_state(rules, deal_cards(rules, n_players, rng), dealer)
    game.load_deal("initial", {**initial, "dealer": dealer})
    events: list[dict[str, Any]] = []
    while game.status != "ended":
        event: dict[str, Any] = {"n": len(events)}
        if game.status == "new deal due":
            game.deal += 1
            dealer = game.table.bagel()  # JB-20
            state = start_state(rules, deal_cards(rules, n_players, rng), dealer)
            game.load_deal("new deal", state)
            event |= {"new_deal": game.deal, "dealer": dealer, "effects": [], "state": state}
        else:
            legal = game.table.legal()
            move = choose(game.table, legal, rng)
            event |= {"seat": game.table.turn, "legal": legal, "move": move}
            event |= {"effects": game.table.play(move), "state": game.table.state()}
            game.count_decision()
        events.append(event)
    return {
        "game": "johnny_bagel",
        "rules_version": 1,
        "variant": "reference",
        "rules": rules,
        "seed": 0,
        "board": 0,
        "rotation": 0,
        "players": [
            {"seat": seat, "strategy": "random", "params": {}, "team": seat}
            for seat in range(n_players)
        ],
        "initial": initial,
        "initial_effects": [],
        "events": events,
        "result": game.result(),
        "finished": not game.unfinished,
    }
