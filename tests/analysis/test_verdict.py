"""Verdicts of matches in words: the sign fits the sentence, and the unit is the metric's own."""

from dataclasses import replace

import pytest

from cardsim.analysis.comparisons import PairedDifference
from cardsim.analysis.intervals import Estimate
from cardsim.analysis.stopping import Decision
from cardsim.analysis.verdict import Verdict
from cardsim.engine.game import COMMON_METRICS, Metric

LOSES = next(metric for metric in COMMON_METRICS if metric.name == "loses")
MEAN_OUT = Metric("mean_out", "mean place out", bounds=(1, 6), good=-1)


def found(value, low, high, reason=None):
    return Estimate(value, low, high, 2_000, 0.95, "by hand", reason)


def made(decision, difference, **changes):
    """'hoard' loses 28.3 and 'miser' 22.1 times in a hundred, if the difference is 0.062."""
    verdict = Verdict(
        "hoard", "miser", LOSES, decision, difference,
        (found(0.283, 0.27, 0.29), found(0.221, 0.21, 0.23)), (difference.low, difference.high),
        0.0, [PairedDifference(0.05, 0.03, 0.07, 0.001, 2_000, 0.95, family=4, p_holm=0.004,
                               clear=True, family_low=0.02, family_high=0.08)],
        look="look 3 of at most 9",
    )
    return replace(verdict, **changes)


def test_the_winners_sentence_is_in_its_favour():
    verdict = made(Decision.B_BETTER, found(0.062, 0.051, 0.073))
    assert verdict.in_words() == (
        "'miser' is better than 'hoard': share of losses 22.1 against 28.3 in a hundred, 6.2 "
        "points in a hundred less (5.1 to 7.3; less is better; 95 % at all looks together, look 3 "
        "of at most 9; 2,000 boards)."
    )
    assert verdict.winner == "miser"
    assert verdict.mirrored().in_words() == verdict.in_words()


def test_more_wins_are_told_as_more():
    wins = next(metric for metric in COMMON_METRICS if metric.name == "wins")
    verdict = made(Decision.A_BETTER, found(0.062, 0.051, 0.073), metric=wins)
    assert "'hoard' is better than 'miser': share of wins 28.3 against 22.1" in verdict.in_words()
    assert "6.2 points in a hundred more (5.1 to 7.3; more is better" in verdict.in_words()


def test_without_a_winner_it_says_what_less_what():
    verdict = made(Decision.UNDECIDED, found(0.004, -0.003, 0.011), at_most=True)
    assert verdict.in_words().startswith(
        "'hoard' against 'miser' is undecided after all 2,000 boards: share of losses, 'hoard' "
        "less 'miser': +0.4 points in a hundred (-0.3 to +1.1; less is better; 95 %"
    )
    assert "'miser' less 'hoard': -0.4 points in a hundred (-1.1 to +0.3" in (
        verdict.mirrored().in_words()
    )


def test_equal_within_the_margin():
    verdict = made(Decision.EQUAL, found(0.0004, -0.003, 0.004), margin=0.005)
    assert verdict.in_words().startswith(
        "'hoard' and 'miser' are equal within 0.5 points in a hundred: "
    )


def test_a_metric_that_is_no_share_is_told_in_its_own_unit():
    verdict = made(
        Decision.A_BETTER, found(-0.49, -0.61, -0.37), metric=MEAN_OUT,
        shares=(found(2.913, 2.85, 2.97), found(3.403, 3.34, 3.46)),
    )
    assert verdict.in_words().startswith(
        "'hoard' is better than 'miser': mean place out 2.91 against 3.40, 0.49 less (0.37 to 0.61"
    )
    assert "hundred" not in verdict.in_words()
    assert verdict.lines()[0] == "hoard: mean place out 2.91 (2.85 to 2.97)"


def test_both_shares_and_the_seats_are_shown():
    lines = made(Decision.B_BETTER, found(0.062, 0.051, 0.073)).lines()
    assert lines == [
        "hoard: share of losses 28.3 in a hundred (27.0 to 29.0)",
        "miser: share of losses 22.1 in a hundred (21.0 to 23.0)",
        "seat 0, 'hoard' less 'miser': +5 points in a hundred (+2 to +8, all seats together)",
    ]


def test_the_mirror_is_exact():
    verdict = made(Decision.B_BETTER, found(0.0621987, 0.051, 0.073), worst=(0.01, 0.09))
    mirror = verdict.mirrored()
    assert (mirror.first, mirror.second) == ("miser", "hoard")
    assert mirror.decision is Decision.A_BETTER
    assert mirror.difference.estimate == -verdict.difference.estimate
    assert (mirror.difference.low, mirror.difference.high) == (-0.073, -0.051)
    assert mirror.worst == (-0.09, -0.01)
    assert (mirror.by_seat[0].family_low, mirror.by_seat[0].family_high) == (-0.08, -0.02)
    assert mirror.mirrored() == verdict


def test_unfinished_games_that_could_turn_it_are_told():
    verdict = made(
        Decision.UNDECIDED, found(0.062, 0.051, 0.073), unfinished=0.69, worst=(-0.3, 0.4)
    )
    assert verdict.in_words().endswith(
        "69 % of the games were not finished and are left out; if they had all gone one way or "
        "the other, 'hoard' less 'miser' might be from -30 to +40 points in a hundred, so the "
        "finished games alone decide nothing."
    )


def test_a_few_unfinished_games_are_told_too():
    verdict = made(
        Decision.B_BETTER, found(0.062, 0.051, 0.073), unfinished=0.0004, worst=(0.0508, 0.0732)
    )
    assert verdict.in_words().endswith(
        "0.04 % of the games were not finished and are left out; whatever they would have given "
        "changes nothing that is told here."
    )


def test_unfinished_games_of_a_metric_without_bounds():
    verdict = made(Decision.UNDECIDED, found(0.062, 0.051, 0.073), unfinished=0.2, worst=None)
    assert "20 % of the games" in verdict.in_words()
    assert verdict.in_words().endswith("nothing bounds what they would have given.")


def test_no_interval_is_told_with_its_reason():
    verdict = made(
        Decision.UNDECIDED, found(None, None, None, "none of 2,000 boards has a finished game"),
        worst=None,
    )
    assert verdict.in_words() == (
        "'hoard' against 'miser' is undecided: share of losses, no interval of the difference: "
        "none of 2,000 boards has a finished game."
    )


def test_json_names_the_convention_of_the_sign():
    row = made(Decision.B_BETTER, found(0.062, 0.051, 0.073)).row()
    assert row["difference_is"] == "hoard less miser"
    assert (row["winner"], row["better"], row["decision"]) == ("miser", "less", "B better")
    assert [share["estimate"] for share in row["shares"]] == [0.283, 0.221]
    assert (row["worst_low"], row["unfinished"]) == (0.051, 0.0)


@pytest.mark.parametrize("decision", list(Decision))
def test_every_decision_has_a_sentence(decision):
    low, high = {
        Decision.A_BETTER: (-0.07, -0.05), Decision.B_BETTER: (0.05, 0.07),
    }.get(decision, (-0.01, 0.01))
    words = made(decision, found((low + high) / 2, low, high), margin=0.02).in_words()
    assert words.startswith(("'hoard'", "'miser'"))
    assert words.endswith(").")
