"""Self-played games for tests, and ways to spoil them.

A way to spoil is a function that changes a replay in place; `WAYS` gives the
words that the referee must say then.
"""

import random

from .hand_and_foot_cards import RED_THREE
from .hand_and_foot_options import effective, random_options
from .hand_and_foot_play import choose_eagerly, self_play


def random_game(seed):
    """Play a game by random options; every other one with many melds."""
    rng = random.Random(seed)
    options, n_players = random_options(rng)
    choose = choose_eagerly if seed % 2 else None
    return self_play(effective(options, n_players), n_players, rng, choose)


def kinds_of_effects(replay):
    """Name the kinds of effects that a replay's moves have."""
    return {kind for event in moves_of(replay) for effect in event["effects"] for kind in effect}


def eventful_game():
    """Play until a finished game of two deals shows red threes and a reshuffle."""
    options = {
        "minimums": [0, 50], "stock_end": "reshuffle", "need_dirty": 0, "need_clean": 0,
        "decks": 3, "hand_size": 17, "foot_size": 17,
    }  # fmt: skip
    for seed in range(100):
        replay = self_play(effective(options, 4), 4, random.Random(seed), choose_eagerly)
        if replay["finished"] and {"reshuffle", "red_three"} <= kinds_of_effects(replay):
            return replay
    raise LookupError("no such game")


def moves_of(replay):
    """List the events that are moves."""
    return [event for event in replay["events"] if "move" in event]


def first_with(replay, kind):
    """Find the first event with an effect of a kind, and that effect."""
    for event in moves_of(replay):
        for effect in event["effects"]:
            if kind in effect:
                return event, effect
    raise LookupError(kind)


def swap_first_stock_card(replay):
    state = moves_of(replay)[5]["state"]
    state["stock"][0] = "A" if state["stock"][0] != "A" else "K"


def take_points_from_a_score(replay):
    replay["events"][-1]["state"]["scores"][0] -= 5


def write_a_number_for_a_boolean(replay):
    moves_of(replay)[0]["state"]["opened"][0] = 0


def leave_out_a_state_field(replay):
    del moves_of(replay)[3]["state"]["aside"]


def leave_out_a_legal_move(replay):
    event = next(event for event in moves_of(replay) if len(event["legal"]) > 2)
    event["legal"] = [move for move in event["legal"] if move != event["move"]][1:]
    event["legal"].append(event["move"])


def repeat_a_legal_move(replay):
    event = moves_of(replay)[2]
    event["legal"].append(event["legal"][0])


def add_a_legal_move(replay):
    moves_of(replay)[0]["legal"].append({"discard": "4"})


def play_what_is_not_legal(replay):
    moves_of(replay)[0]["move"] = {"discard": "4"}


def lose_a_red_three(replay):
    event, effect = first_with(replay, "red_three")
    event["effects"].remove(effect)


def draw_another_card(replay):
    _, effect = first_with(replay, "draw")
    cards = effect["draw"]["cards"]
    cards[0] = "A" if cards[0] != "A" else "K"


def reorder_effects(replay):
    event = next(event for event in replay["events"] if len(event["effects"]) > 1)
    event["effects"].reverse()


def reshuffle_the_top_card_too(replay):
    event, effect = first_with(replay, "reshuffle")
    effect["reshuffle"].append(event["state"]["discard"][-1])


def wrong_seat(replay):
    moves_of(replay)[4]["seat"] += 1


def wrong_number(replay):
    replay["events"][7]["n"] = 6


def drop_the_last_event(replay):
    replay["events"].pop()


def repeat_the_last_event(replay):
    replay["events"].append({**replay["events"][-1], "n": len(replay["events"])})


def drop_a_new_deal(replay):
    replay["events"] = [event for event in replay["events"] if "new_deal" not in event]
    for n, event in enumerate(replay["events"]):
        event["n"] = n


def keep_the_dealer(replay):
    event = next(event for event in replay["events"] if "new_deal" in event)
    event["dealer"] = replay["initial"]["dealer"]


def begin_the_pile_with_a_deuce(replay):
    state = replay["initial"]
    place = state["stock"].index("2")
    state["stock"][place], state["discard"] = state["discard"][0], ["2"]


def keep_a_red_three_in_hand(replay):
    replay["initial"]["hands"][0][0] = RED_THREE


def lose_a_card(replay):
    replay["initial"]["stock"].pop()


def claim_another_place(replay):
    replay["result"][0]["place"] += 1


def claim_another_share(replay):
    replay["result"][1]["wins"] += 0.25


def claim_another_score(replay):
    replay["result"][0]["score"] += 5


def claim_not_to_have_finished(replay):
    replay["finished"] = False


def leave_auto_in_the_rules(replay):
    replay["rules"]["decks"] = "auto"


WAYS = {
    swap_first_stock_card: "event 5: state, stock",
    take_points_from_a_score: "state, scores",
    write_a_number_for_a_boolean: "event 0: state, opened",
    leave_out_a_state_field: "state has aside",
    leave_out_a_legal_move: "legal",
    repeat_a_legal_move: "each legal move is there once",
    add_a_legal_move: "event 0: legal",
    play_what_is_not_legal: "event 0: move is legal",
    lose_a_red_three: "effects",
    draw_another_card: "effects",
    reorder_effects: "effects",
    reshuffle_the_top_card_too: "cards reshuffled",
    wrong_seat: "event 4: seat",
    wrong_number: "event 7: n",
    drop_the_last_event: "a move is due",
    repeat_the_last_event: "end of the game",
    drop_a_new_deal: "a new deal is due",
    keep_the_dealer: "dealer",
    begin_the_pile_with_a_deuce: "fit to begin the pile",
    keep_a_red_three_in_hand: "no red three in a hand",
    lose_a_card: "all cards",
    claim_another_place: "result of seat 0: place",
    claim_another_share: "result of seat 1: wins",
    claim_another_score: "result of seat 0: score",
    claim_not_to_have_finished: "finished",
    leave_auto_in_the_rules: "rules are allowed and whole",
}
