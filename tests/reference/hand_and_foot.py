"""Referee of Hand and Foot: checks a replay against the rule book, clause by clause.

`referee(replay)` raises `Mismatch` at the first thing that the rules do not
explain. Everything is recomputed from the rule book, except what chance
decided (the shuffles, a reshuffle's order): that is checked to be possible.

Where the replay's text fixes no order (a foot, the cards aside, the cards
of a draw or of a pile taken), the order is not compared.
"""

from .hand_and_foot_cards import (
    RED_THREE,
    WILD_CARDS,
    Mismatch,
    all_cards,
    canonical,
    number_of_teams,
    sort_cards,
)
from .hand_and_foot_options import complaint, effective, random_options
from .hand_and_foot_play import choose_eagerly, result, self_play
from .hand_and_foot_table import STATE_FIELDS, Table, can_complete

__all__ = [
    "Mismatch", "Table", "can_complete", "choose_eagerly", "effective", "random_options",
    "referee", "self_play",
]  # fmt: skip

MEAN_NOTHING = ["turn", "phase"]  # after a deal's last event


def referee(replay):
    """Check one complete replay; raise Mismatch where it breaks the rules."""
    try:
        _Referee(replay).check()
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        message = "could not be read: " + repr(error)
        raise Mismatch("replay", "form", "as the replay text says", message) from error


def must_equal(where, what, expected, found):
    """Raise Mismatch unless both are the same JSON value."""
    if canonical(expected) != canonical(found):
        raise Mismatch(where, what, expected, found)


def must(where, what, condition, found):
    """Raise Mismatch unless a condition holds."""
    if not condition:
        raise Mismatch(where, what, "so by the rules", found)


class _Referee:
    def __init__(self, replay):
        self.replay = replay
        self.rules = replay["rules"]
        self.events = replay["events"]
        self.n_players = len(replay["players"])
        self.n_teams = number_of_teams(self.rules, self.n_players)
        self.next_event = 0

    def check(self):
        self.check_header()
        dealer = self.rules["first_dealer"]
        if dealer == "random":
            dealer = self.replay["initial"]["dealer"]
            must("initial", "dealer is a seat", dealer in range(self.n_players), dealer)
        state, effects = self.replay["initial"], self.replay["initial_effects"]
        scores = [0] * self.n_teams
        for deal_no in range(1, len(self.rules["minimums"]) + 1):  # HF-5
            where = "initial"
            if deal_no > 1:
                dealer = (dealer + 1) % self.n_players  # HF-5: passes to the left
                where, state, effects = self.read_new_deal(deal_no, dealer)
            check_deal(self, where, state, effects, (deal_no, dealer, scores))
            table = Table.from_state(self.rules, self.n_players, state)
            self.check_moves(table)
            scores = table.scores
            if not table.over:
                break  # CO-5
        if self.next_event < len(self.events):
            where = f"event {self.next_event}"
            raise Mismatch(where, "end of the game", "no event", self.events[self.next_event])
        must_equal("end", "finished", table.over, self.replay["finished"])
        self.check_result(table)

    def check_header(self):
        must_equal("header", "game", "hand_and_foot", self.replay["game"])
        for field in ("rules_version", "variant", "seed", "board", "rotation"):
            must("header", field + " is there", field in self.replay, sorted(self.replay))
        must("header", "2 to 6 players", 2 <= self.n_players <= 6, self.n_players)  # HF-1
        problem = complaint(self.rules, self.n_players)
        must("header", "rules are allowed and whole", problem is None, problem)
        for seat, player in enumerate(self.replay["players"]):
            must_equal("header", "seat of a player", seat, player["seat"])
            must_equal("header", "team of a player", seat % self.n_teams, player["team"])  # HF-1
            must("header", "strategy and params", {"strategy", "params"} <= set(player), player)

    def read_event(self, what):
        """Give the next event and its name."""
        number = self.next_event
        where = f"event {number}"
        must(where, what + " is due", number < len(self.events), "no further event")
        event = self.events[number]
        must_equal(where, "n", number, event["n"])
        self.next_event += 1
        return where, event

    def read_new_deal(self, deal_no, dealer):
        where, event = self.read_event("a new deal")
        must(where, "a new deal is due", "new_deal" in event, event)
        must_equal(where, "new_deal", deal_no, event["new_deal"])  # CO-7: counted from 1
        must_equal(where, "dealer", dealer, event["dealer"])
        return where, event["state"], event["effects"]

    def check_moves(self, table):
        """Check a deal's moves up to its end, or to max_turns."""
        while not table.over and table.decisions < self.rules["max_turns"]:  # CO-5
            where, event = self.read_event("a move")
            must(where, "a move is due", "new_deal" not in event, event)
            must_equal(where, "seat", table.turn, event["seat"])
            check_legal(where, table.legal(), event)
            effects = table.play(event["move"], event["effects"], where=where)
            must_equal(where, "effects", in_any_order(effects), in_any_order(event["effects"]))
            ended = table.over or table.decisions == self.rules["max_turns"]
            check_state(where, table.state(), event["state"], ended)

    def check_result(self, table):
        found = self.replay["result"]
        expected = result(table, table.over)
        must_equal("result", "seats", list(range(self.n_players)), [r["seat"] for r in found])
        for mine, theirs in zip(expected, found, strict=True):
            for field in ("place", "score", "wins", "loses"):
                where = f"result of seat {mine['seat']}"
                a, b = mine[field], theirs[field]
                if a is None or b is None:
                    must(where, field, a is None and b is None, b)
                else:
                    must(where, f"{field} is {a}", abs(a - b) <= 1e-9, b)


def in_any_order(effects):
    """Copy effects with the cards of draws and pick-ups sorted."""
    copies = []
    for effect in effects:
        copied = dict(effect)
        for kind in ("draw", "picked_up"):
            if kind in copied:
                copied[kind] = {**copied[kind], "cards": sort_cards(copied[kind]["cards"])}
        copies.append(copied)
    return copies


def check_legal(where, expected, event):
    """Compare the legal moves as sets, and the move with them."""
    mine = {canonical(move) for move in expected}
    theirs = [canonical(move) for move in event["legal"]]
    must(where, "each legal move is there once", len(theirs) == len(set(theirs)), theirs)
    if mine != set(theirs):
        found = {"missing": sorted(mine - set(theirs)), "too many": sorted(set(theirs) - mine)}
        raise Mismatch(where, "legal", sorted(mine), found)
    must(where, "move is legal", canonical(event["move"]) in mine, event["move"])


def check_state(where, expected, found, ended):
    """Compare every field of STATE that means something."""
    for field in STATE_FIELDS:
        if ended and field in MEAN_NOTHING:
            continue
        must(where, f"state has {field}", field in found, sorted(found))
        mine, theirs = expected[field], found[field]
        if field == "aside":
            mine, theirs = sort_cards(mine), sort_cards(theirs)
        if field == "feet":
            mine, theirs = [sort_cards(c) for c in mine], [sort_cards(c) for c in theirs]
        must_equal(where, f"state, {field}", mine, theirs)


def check_deal(game, where, state, effects, expected):
    """Check that a state may follow from a shuffle and its deal."""
    deal_no, dealer, scores = expected
    rules, n_players, n_teams = game.rules, game.n_players, game.n_teams
    laid = red_threes_of_deal(game, where, state, effects, dealer)
    fixed = {
        "in_foot": [False] * n_players,
        "melds": [[] for _ in range(n_teams)],
        "opened": [False] * n_teams,
        "opening_points": None,
        "red_threes": laid,  # HF-2, HF-7
        "turn": (dealer + 1) % n_players,  # HF-5
        "phase": "draw",
        "aside": [],
        "round": deal_no,  # CO-7: deals count from 1
        "dealer": dealer,
        "scores": scores,
    }
    for field, value in fixed.items():
        must_equal(where, f"state, {field}", value, state[field])
    for name in ("hands", "feet"):
        must_equal(where, f"number of {name}", n_players, len(state[name]))
    for hand, foot in zip(state["hands"], state["feet"], strict=True):
        must_equal(where, "hand size", rules["hand_size"], len(hand))  # HF-2
        must_equal(where, "foot size", rules["foot_size"], len(foot))  # HF-2
        must_equal(where, "hand is sorted", sort_cards(hand), hand)
        must(where, "no red three in a hand", RED_THREE not in hand, hand)  # HF-2
    pile = state["discard"]
    must(where, "one card begins the pile", len(pile) == 1, pile)  # HF-3
    must(where, "fit to begin the pile", pile[0] not in (RED_THREE, *WILD_CARDS), pile)  # HF-3
    cards = sum(state["hands"] + state["feet"], state["stock"] + pile)
    cards = cards + [RED_THREE] * sum(state["red_threes"])
    must_equal(where, "all cards", all_cards(rules), sort_cards(cards))  # HF-1


def red_threes_of_deal(game, where, state, effects, dealer):
    """Check the red threes laid in the deal; count them by team."""  # HF-2
    laid = [0] * game.n_teams
    order = [(dealer + 1 + step) % game.n_players for step in range(game.n_players)]
    by_seat = {seat: [] for seat in order}
    seats = []
    for effect in effects:
        must_equal(where, "kind of effect", ["red_three"], list(effect))
        must_equal(where, "fields", ["replaced_by", "seat"], sorted(effect["red_three"]))
        seat = effect["red_three"]["seat"]
        by_seat[seat].append(effect["red_three"]["replaced_by"])
        laid[seat % game.n_teams] += 1
        seats.append(seat)
    # HF-2: seat by seat from the dealer's left.
    must_equal(where, "order of seats", sorted(seats, key=order.index), seats)
    for seat, cards in by_seat.items():
        kept = [card for card in cards if card != RED_THREE]
        must(where, f"seat {seat} ends with a card kept", not cards or cards[-1] in kept, cards)
        fits = len(kept) <= game.rules["hand_size"]
        must(where, f"seat {seat} had so many red threes", fits, kept)
        hand = list(state["hands"][seat])
        for card in kept:
            must(where, f"seat {seat} holds its replacement", card in hand, card)
            hand.remove(card)
    return laid
