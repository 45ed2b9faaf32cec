"""Hand and Foot: the deal, the rounds and the options (HF-1 … HF-5)."""

import pytest

from cardsim.engine.discovery import find_strategies
from cardsim.engine.errors import InputError
from cardsim.engine.options import parse
from cardsim.engine.registry import find_game
from cardsim.engine.replay import narrate, replay
from cardsim.engine.table import Player, Table

GAME = find_game("hand_and_foot")
KNOWN = find_strategies("hand_and_foot")


def table(players=4, strategy="melder", seed=0, **options):
    return Table(
        GAME, parse(GAME.options, options), [Player(KNOWN[strategy])] * players, seed=seed
    )


def test_HF1_teams_and_packs():
    teams = {n: int(table(n).rules[0].teams) for n in range(2, 7)}
    assert teams == {2: 2, 3: 3, 4: 2, 5: 5, 6: 3}
    assert table(6, six_as="two_teams").rules[0].teams == 2
    assert [table(n).effective["decks"] for n in (2, 4, 5, 6)] == [5, 5, 6, 6]


def test_HF2_hands_feet_and_one_card_turned():
    state = replay(table(4), 3)["initial"]
    assert [len(hand) for hand in state["hands"]] == [11] * 4
    assert [len(foot) for foot in state["feet"]] == [11] * 4
    laid = sum(state["red_threes"])
    under = 5 * 54 - 88 - laid - 1
    assert (len(state["stock"]), len(state["discard"])) == (under, 1)
    assert all("3R" not in hand for hand in state["hands"])


def test_HF2_every_red_three_dealt_is_laid_and_replaced():
    for board in range(20):
        told = replay(table(4, max_turns=1), board)
        laid = [effect["red_three"] for effect in told["initial_effects"]]
        by_team = [sum(three["seat"] % 2 == team for three in laid) for team in range(2)]
        assert by_team == told["initial"]["red_threes"]


def test_HF3_the_first_card_is_no_red_three_and_not_wild():
    seen = {replay(table(2, max_turns=1), board)["initial"]["discard"][0] for board in range(300)}
    assert seen == {"3B", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"}


def test_HF5_rounds_minimums_and_the_deal_pass_on():
    told = replay(table(4, minimums=[50, 0, 90], first_dealer=1), 0)
    deals = [event for event in told["events"] if "new_deal" in event]
    assert [(deal["new_deal"], deal["dealer"], deal["state"]["turn"]) for deal in deals] == [
        (2, 2, 3), (3, 3, 0),
    ]
    assert told["initial"]["turn"] == 2
    assert told["finished"]
    points = [
        effect["points"] for event in told["events"] for effect in event["effects"]
        if "points" in effect
    ]
    totals = [sum(points_of_team) for points_of_team in zip(*points, strict=True)]
    assert [row["score"] for row in told["result"]] == totals * 2


def test_CO5_an_unfinished_game_counts_the_finished_rounds():
    whole = replay(table(4), 0)
    turns = next(event["n"] for event in whole["events"] if "new_deal" in event)
    told = replay(table(4, max_turns=turns - 1), 0)
    assert not told["finished"]
    assert [row["score"] for row in told["result"]] == [0, 0, 0, 0]


def test_tallies_agree_with_the_replay():
    played = table(4, "closer", seed=3)
    games, seats = played.play(0, 5)
    for board in range(5):
        told = replay(played, board)
        events = [event for event in told["events"] if "seat" in event]
        rows = seats[4 * board : 4 * board + 4]
        effects = [effect for event in events for effect in event["effects"]]
        for seat in range(4):
            mine = [event["move"] for event in events if event["seat"] == seat]
            assert rows[seat].decisions == len(mine)
            assert rows[seat].piles_taken == sum("take_pile" in move for move in mine)
            assert rows[seat].rounds_in_foot == sum(e.get("foot") == seat for e in effects)
            books = [e["book"] for e in effects if "book" in e and e["book"]["team"] == seat % 2]
            assert rows[seat].clean_books == sum(book["clean"] for book in books)
            assert rows[seat].dirty_books == sum(not book["clean"] for book in books)
            outs = [e["out"]["seat"] for e in effects if "out" in e]
            assert rows[seat].rounds_out == sum(out % 2 == seat % 2 for out in outs)
        assert games[board].stock_ends == 4 - len(outs)
        assert games[board].rounds == 4


def test_a_replay_in_words():
    told = replay(table(4), 0)
    lines = list(narrate(told, GAME.words))
    assert len(lines) > len([event for event in told["events"] if "seat" in event])
    assert any("takes up the foot" in line for line in lines)
    assert any("dirty book of" in line for line in lines)


@pytest.mark.parametrize(
    ("options", "players", "message"),
    [
        ({"minimums": []}, 4, "minimums: found []; allowed: a list of 1 to 10 whole numbers"),
        ({"minimums": [50, 1.5]}, 4, "minimums.1: found 1.5; allowed: a list of 1 to 10 whole"),
        ({"minimums": [50] * 11}, 4, "allowed: a list of 1 to 10 whole numbers"),
        ({"minimums": [1001]}, 4, "minimums: found 1001; allowed: a list of 1 to 10 whole"),
        ({"pile_take": 0}, 4, "pile_take: found 0; allowed: a whole number, 1 to 100."),
        ({"draw_count": 5}, 4, "draw_count: found 5; allowed: a whole number, 1 to 4"),
        ({"draw_count": 1, "stock_end": "reshuffle"}, 4,
         'draw_count: found 1; allowed with stock_end = "reshuffle": a whole number, 2 to 4.'),
        ({"card_points": {"Jok": 5}}, 4, "Did you mean 'Joker'?"),
        ({"card_points": {"A": 1001}}, 4, "A: found 1001; allowed: a whole number, 0 to 1,000."),
        ({"decks": 2}, 4, 'decks: found 2; allowed: "auto" or a whole number, 3 to 8.'),
        ({"decks": 3, "hand_size": 20, "foot_size": 20}, 4,
         "decks: 4 players with hands of 20 and feet of 20 need 180 cards"),
        ({"first_dealer": 4}, 4, "first_dealer: found 4; allowed: a seat from 0 to 3"),
        ({"wild_needs_natural": 4}, 4, "Did you mean 'wild_needs_naturals'?"),
        ({"deals": 4}, 4, "deals: unknown key"),
        ({"need_clean": True}, 4, "need_clean: found true; allowed: a whole number, 0 to 5."),
    ],
)
def test_impossible_options_are_refused(options, players, message):
    with pytest.raises(InputError) as refusal:
        table(players, **options)
    assert message in str(refusal.value)


def test_card_points_are_shown_whole():
    points = table(4, card_points={"Joker": 20, "3": 0}).effective["card_points"]
    assert list(points) == ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "JK"]
    assert (points["JK"], points["3"], points["4"]) == (20, 0, 5)


@pytest.mark.parametrize(
    ("players", "options"), [(4, {}), (6, {"hand_size": 15}), (2, {"card_points": {"3": 100}})]
)
def test_features_of_a_deal_have_the_expectations_that_are_named(players, options):
    dealt = table(players, "random", **options)
    features = dealt.deal_features(0, 4_000).mean(axis=1)  # over seats: one number a board
    expected = GAME.expected_features(dealt.effective, players)
    error = features.std(axis=0) / 4_000**0.5
    assert (abs(features.mean(axis=0) - expected) < 4 * error).all()
