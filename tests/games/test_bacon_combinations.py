"""Bacon: combinations with wild cards, against the reference and by hand (BA-2 … BA-8)."""

import random

import pytest

from cardsim.games.bacon.hand import copies_in_suit, copies_of, counts_after, rank_counts
from tests.games.bacon_positions import Position, leads, short
from tests.reference import bacon as reference

ORDINARY = ("single", "pair", "triple", "run", "bobtail", "straight", "stretch", "stairs", "tubes",
            "plates")
BOMBS = ("quads", "straight_flush", "quints", "stretch_flush", "hexes")  # BA-5, low to high


def random_hand(rng, ranks, suits, copies, size):
    """Return a hand, its wild cards last, of a deck that is sometimes thin or lopsided."""
    low = rng.randrange(ranks) if rng.random() < 0.3 else 0
    kept = rng.sample(range(suits), rng.randint(1, suits)) if rng.random() < 0.3 else range(suits)
    deck = [(rank, suit) for rank in range(low, ranks) for suit in kept for _ in range(copies)]
    rng.shuffle(deck)
    cards = [f"{rank + 1}{'abcd'[suit]}" for rank, suit in sorted(deck[:size])]
    return cards + ["X"] * rng.randint(0, 4)


def random_position(rng, most=20):
    ranks, suits, copies = rng.randint(6, 13), rng.choice([3, 4]), rng.randint(1, 3)
    hand = random_hand(rng, ranks, suits, copies, rng.randint(0, most))
    options = {"ranks": ranks, "suits": suits, "copies": copies, "hand_size": 5}
    if copies == 1 and ranks * suits < 20:
        options["copies"] = 2
    return hand or ["X"], options


def frozen(move):
    return move["type"], move["rank"], tuple(move["cards"])


def beats(move, to_beat):
    """BA-7, said once more."""
    if move["type"] == to_beat["type"]:
        return move["rank"] > to_beat["rank"]
    if move["type"] in ORDINARY:
        return False
    return to_beat["type"] in ORDINARY or BOMBS.index(move["type"]) > BOMBS.index(to_beat["type"])


def check_hand(rng):
    hand, options = random_position(rng)
    position = Position(" ".join(hand), "1a", "1a", "1a", **options)
    found = [frozen(move["play"]) for move in position.legal()]
    listed = reference.combinations(hand, options["ranks"], options["suits"])
    assert len(found) == len(set(found)), hand
    assert set(found) == {frozen(move) for move in listed}, (hand, options)
    led = rng.choice(listed)
    leader = " ".join([*led["cards"], "1a"])
    follow = Position(" ".join(hand), "1a", "1a", leader, turn=3, **options)
    follow.play(next(said for said, move in zip(follow.said(), follow.legal(), strict=True)
                     if frozen(move["play"])[:2] == frozen(led)[:2]))
    answers = follow.legal()
    assert answers.pop() == {"pass": True}
    assert {frozen(move["play"]) for move in answers} == {
        frozen(move) for move in listed if beats(move, led)
    }, (hand, options, led)


@pytest.mark.parametrize("seed", range(4))
def test_leads_and_answers_of_random_hands(seed):
    rng = random.Random(seed)
    for _ in range(300):
        check_hand(rng)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 120))
def test_leads_and_answers_of_40_000_random_hands(seed):
    rng = random.Random(seed)
    for _ in range(2_000):
        check_hand(rng)


def test_small_hands_against_all_subsets():
    rng = random.Random(7)
    for _ in range(60):
        hand, options = random_position(rng, most=6)
        found = set()
        for move in Position(" ".join(hand), "1a", "1a", "1a", **options).legal():
            play = move["play"]
            suit = short(move)[-1] if play["type"].endswith("flush") else None
            found.add((play["type"], play["rank"], suit, play["cards"].count("X")))
        assert {row[:2] + row[3:] for row in found} == {
            row[:2] + row[3:]
            for row in reference.combinations_brute_force(hand, options["ranks"], options["suits"])
        }, (hand, options)


def test_all_wild_hand():
    found = leads("X X X X", wilds_each=4)
    assert [f"single {rank}" for rank in range(1, 12)] == [s for s in found if "single" in s]
    assert [f"pair {rank}" for rank in range(1, 12)] == [s for s in found if "pair" in s]
    assert [f"run {rank}" for rank in range(3, 12)] == [s for s in found if "run" in s]
    assert [f"bobtail {rank}" for rank in range(4, 12)] == [s for s in found if "bob" in s]
    assert [f"stairs {rank}" for rank in range(2, 12)] == [s for s in found if "stairs" in s]
    assert [f"quads {rank}" for rank in range(1, 12)] == [s for s in found if "quads" in s]
    assert len(found) == 11 + 11 + 11 + 9 + 8 + 10 + 11  # triples too, and nothing of five cards
    assert all(set(cards) == {"X"} for cards in found.values())


def test_all_wild_flushes():
    found = leads("X X X X 4c", ranks=6, wilds_each=4)
    assert {said: cards for said, cards in found.items() if "flush" in said} == {
        "straight_flush 5c": ["4c", "X", "X", "X", "X"],
        "straight_flush 6c": ["4c", "X", "X", "X", "X"],
        "straight_flush 7c": ["4c", "X", "X", "X", "X"],
    }


def test_rank_x_is_made_of_x_alone():
    found = leads("10a 10b X X")
    assert found["single 11"] == ["X"]
    assert found["pair 11"] == ["X", "X"]
    assert found["stairs 11"] == ["10a", "10b", "X", "X"]
    assert "triple 11" not in found
    assert found["quads 10"] == ["10a", "10b", "X", "X"]


def test_run_that_ends_in_x():
    found = leads("9a 10b X")
    assert found["run 11"] == ["9a", "10b", "X"]
    assert found["run 10"] == ["9a", "10b", "X"]
    assert [said for said in found if said.startswith("run")] == ["run 10", "run 11"]
    assert "run 11" not in leads("8a 9a 10b 10c")
    assert leads("10a 11b 12c 13a X", ranks=13)["straight 14"][-1] == "X"


def test_highest_straight_flush_ends_in_x():
    found = leads("6b 7b 8b 9b 10b X")
    assert found["straight_flush 11b"] == ["7b", "8b", "9b", "10b", "X"]
    assert found["stretch_flush 11b"] == ["6b", "7b", "8b", "9b", "10b", "X"]
    assert found["straight_flush 10b"] == ["6b", "7b", "8b", "9b", "10b"]


def test_five_of_a_suit_are_a_straight_or_a_straight_flush():
    found = leads("3c 4c 5c 6c 7c")
    assert found["straight 7"] == found["straight_flush 7c"] == ["3c", "4c", "5c", "6c", "7c"]


def test_straight_takes_what_the_flush_does_not_need():
    found = leads("3b 3c 4c 5c 6c 7c")
    assert found["straight 7"] == ["3b", "4c", "5c", "6c", "7c"]
    assert found["straight_flush 7c"] == ["3c", "4c", "5c", "6c", "7c"]


def test_flush_takes_x_for_what_its_suit_lacks():
    found = leads("3a 4b 5a 6a 7a X")
    assert found["straight 7"] == ["3a", "4b", "5a", "6a", "7a"]  # the hand lacks nothing
    assert found["straight_flush 7a"] == ["3a", "5a", "6a", "7a", "X"]


def test_same_flush_in_two_suits_is_two_moves():
    found = leads("1a 2a 3a 4a 5a 1b 2b 3b 4b 5b")
    assert [said for said in found if "flush" in said] == ["straight_flush 5a", "straight_flush 5b"]


def test_hex_with_wild_cards():
    found = leads("7a 7a 7b 7c X X")
    assert found["hexes 7"] == ["7a", "7a", "7b", "7c", "X", "X"]
    assert found["quints 7"] == ["7a", "7a", "7b", "7c", "X"]
    assert found["quads 7"] == ["7a", "7a", "7b", "7c"]
    assert "hexes 7" not in leads("7a 7a 7b X X")


def test_more_than_six_of_a_rank():
    found = leads("7a 7a 7a 7b 7b 7b 7c 7c 7c X", copies=3)
    assert found["hexes 7"] == ["7a", "7a", "7b", "7b", "7c", "7c"]
    assert all("X" not in found[f"{kind} 7"] for kind in ("single", "triple", "quads", "quints"))


def test_plates_with_wild_cards_in_either_rank():
    assert leads("4a 4b 4c 5a X X")["plates 5"] == ["4a", "4b", "4c", "5a", "X", "X"]
    assert leads("4a 5a 5b 5c X X")["plates 5"] == ["4a", "5a", "5b", "5c", "X", "X"]
    assert leads("4a 4b 5b 5c X X")["plates 5"] == ["4a", "4b", "5b", "5c", "X", "X"]
    assert "plates 5" not in leads("4a 4b 5b X X")
    assert leads("10a 10b 10c X X X", wilds_each=3)["plates 11"][3:] == ["X", "X", "X"]


def test_tubes_with_wild_cards_in_any_rank():
    assert leads("4a 4b 5a 6a 6b X")["tubes 6"] == ["4a", "4b", "5a", "6a", "6b", "X"]
    assert leads("4a 5a 5b 6a 6b X")["tubes 6"] == ["4a", "5a", "5b", "6a", "6b", "X"]
    assert leads("4a 4b 6a 6b X X")["tubes 6"] == ["4a", "4b", "6a", "6b", "X", "X"]
    assert "tubes 6" not in leads("4a 4b 6a 6b X")


def test_no_wild_card_stands_for_a_rank_that_the_hand_holds():
    found = leads("4a 4b 5a X")
    assert found["pair 4"] == ["4a", "4b"]
    assert found["single 5"] == ["5a"]
    assert found["pair 5"] == ["5a", "X"]
    assert found["single 6"] == ["X"]


def test_most_moves_of_a_hand():
    """With every natural card there is, and four X, each combination that exists is a move."""
    every = " ".join(f"{rank}{suit}" for rank in range(1, 14) for suit in "abcd" for _ in "12")
    found = leads(every + " X X X X", ranks=13, suits=4)
    flushes = 4 * (10 + 9)
    of_one_rank = 4 * 14 + 2 * 13  # five or six of rank X would take as many X
    assert len(found) == of_one_rank + 42 + (13 + 12 + 13) + flushes


def test_hands_as_words_say_what_strategies_ask():
    """Copies by rank and suit, and the counts that a play leaves behind, against the cards."""
    rng = random.Random(3)
    for _ in range(60):
        cards, options = random_position(rng)
        position = Position(" ".join(cards), "1a", "1a", "1a", **options)
        own = position.state.seats[0]
        for rank in range(1, options["ranks"] + 1):
            assert copies_of(own, rank) == sum(card[:-1] == str(rank) for card in cards)
            for suit in range(options["suits"]):
                assert copies_in_suit(own, suit, rank) == cards.count(f"{rank}{'abcd'[suit]}")
        said = position.said()
        move = rng.randrange(len(said))
        left = counts_after(own, int(position.desk.moves[move]))
        position.play(said[move])
        assert left == rank_counts(position.state.seats[0].cards)
