"""Matches, tournaments, plans and seats, played for real."""

import numpy as np
import polars as pl
import pytest
from scipy.stats import ttest_rel

import cardsim
from cardsim.analysis.looks import critical_of
from cardsim.analysis.match import judge, match_plan
from cardsim.analysis.match_look import MatchLook
from cardsim.analysis.needed import boards_for
from cardsim.analysis.seats import seat_fairness
from cardsim.analysis.stopping import Decision
from cardsim.analysis.tournament import standing, tournament_plan
from cardsim.engine.errors import InputError
from cardsim.experiment.run import plan_of, run_checked


def play(plan, out):
    return run_checked(plan, out=out, looks=MatchLook)


@pytest.mark.parametrize("method", ["asymptotic", "bernstein"])
def test_the_better_strategy_is_found_and_the_match_stops_early(tmp_path, method):
    plan = match_plan(
        "johnny_bagel", "miser", "random", max_boards=50_000, method=method,
        rules={"max_turns": 2_000},
    )
    run = play(plan, tmp_path)
    verdict = judge(run)
    assert verdict.decision is Decision.A_BETTER
    assert run.manifest["boards_done"] < 50_000
    assert verdict.difference.high < 0  # it loses less often
    assert "points in a hundred less" in verdict.in_words()
    assert "'miser' is better than 'random'" in verdict.in_words()


def test_the_verdict_is_the_difference_of_board_means(tmp_path):
    run = play(match_plan("johnny_bagel", "miser", "lowest", max_boards=2_000), tmp_path)
    by_board = (
        run.seats.group_by("board", "strategy").agg(pl.col("loses").mean())
        .collect().pivot("strategy", index="board", values="loses")
    )
    difference = (by_board["miser"] - by_board["lowest"]).mean()
    found = judge(run, ("miser", "lowest"))
    assert found.difference.estimate == pytest.approx(difference, abs=2e-3)


def test_b_against_a_is_the_mirror_of_a_against_b(tmp_path):
    run = play(match_plan("johnny_bagel", "miser", "lowest", max_boards=600), tmp_path)
    one, other = judge(run, ("miser", "lowest")), judge(run, ("lowest", "miser"))
    assert one.mirrored() == other
    assert (other.first, other.second) == ("lowest", "miser")
    assert one.difference.estimate == -other.difference.estimate


def test_a_match_about_a_place_out_is_told_in_places(tmp_path):
    """Bacon's mean_out lies between 1 and 6: it is no share."""
    plan = match_plan("bacon", "shedder", "random", metric="mean_out", max_boards=400)
    run = play(plan, tmp_path)
    verdict = judge(run, ("shedder", "random"))
    by_board = (
        run.seats.group_by("board", "strategy").agg(pl.col("mean_out").mean())
        .collect().pivot("strategy", index="board", values="mean_out")
    )
    each = by_board["shedder"] - by_board["random"]
    assert verdict.difference.estimate == pytest.approx(each.mean())
    reach = critical_of(run)(0.05) * each.std() / len(each) ** 0.5
    # A little wider: a board that differs by the whole range may still come.
    assert 1.0 < verdict.difference.half_width / reach < 1.25
    assert "hundred" not in verdict.in_words()


def test_a_metric_without_bounds_can_be_matched(tmp_path):
    plan = match_plan("johnny_bagel", "miser", "random", metric="pick_ups", max_boards=400)
    verdict = judge(play(plan, tmp_path))
    assert verdict.metric.name == "pick_ups"
    assert verdict.difference.estimate is not None


def test_unfinished_games_forbid_a_verdict(tmp_path):
    """Where most games do not finish, what they would have given could turn any verdict."""
    plan = match_plan(
        "johnny_bagel", "lowest", "random", max_boards=400, rules={"max_turns": 200}
    )
    run = play(plan, tmp_path)
    verdict = judge(run)
    share = 1 - run.games.collect()["finished"].mean()
    assert 0.5 < share < 0.95
    assert verdict.unfinished == pytest.approx(share)
    assert verdict.difference.high < 0  # the finished games alone are clear
    assert verdict.worst[0] < 0 < verdict.worst[1]
    assert verdict.decision is Decision.UNDECIDED
    assert f"{100 * share:.0f} % of the games were not finished" in verdict.in_words()
    assert "the finished games alone decide nothing" in verdict.in_words()
    assert run.manifest["stopped"] == "max_boards (400) was reached undecided"


def test_no_game_of_one_finishes(tmp_path):
    plan = match_plan("johnny_bagel", "lowest", "miser", max_boards=40, rules={"max_turns": 2})
    verdict = judge(play(plan, tmp_path))
    assert verdict.decision is Decision.UNDECIDED
    assert "100 % of the games were not finished" in verdict.in_words()


def test_every_seat_is_compared(tmp_path):
    run = play(match_plan("johnny_bagel", "miser", "lowest", max_boards=2_000), tmp_path)
    found = judge(run, ("miser", "lowest")).by_seat
    assert len(found) == 4
    seats = run.seats.collect()
    seat = seats.filter(pl.col("seat") == 2, pl.col("loses").is_not_null())
    means = seat.group_by("board", "strategy").agg(pl.col("loses").mean()).pivot(
        "strategy", index="board", values="loses"
    ).drop_nulls()
    test = ttest_rel(means["miser"], means["lowest"])
    assert found[2].difference == pytest.approx((means["miser"] - means["lowest"]).mean(), abs=2e-3)
    assert found[2].p_value == pytest.approx(test.pvalue, rel=0.2, abs=1e-6)


def test_equal_within_the_margin(tmp_path):
    """A strategy against itself under another name is equal within any margin, given boards."""
    file = tmp_path / "strategies" / "twin.py"
    file.parent.mkdir()
    file.write_text(
        '"""A twin."""\n'
        "from cardsim import rng_below, strategy\n\n\n"
        '@strategy("huit_americain")\n'
        "def twin(view, moves, rng):\n"
        '    """Any legal move."""\n'
        "    return rng_below(rng, len(moves))\n"
    )
    plan = match_plan(
        "huit_americain", "random", "twin", margin=0.05, max_boards=40_000, beside=tmp_path, seed=1
    )
    assert judge(play(plan, tmp_path)).decision is Decision.EQUAL


def test_odd_tables_are_played_both_ways():
    plan = match_plan("johnny_bagel", "miser", "lowest", seats=3, max_boards=10)
    names = [[p.strategy.name for p in cell.table.players] for cell in plan.cells]
    assert names == [["lowest", "miser", "lowest"], ["miser", "lowest", "miser"]]
    assert [cell.table.rotations for cell in plan.cells] == [3, 3]


def test_a_match_is_one_run_whoever_is_named_first():
    plans = [match_plan("johnny_bagel", *names, max_boards=10, margin=0.1)
             for names in (("miser", "lowest"), ("lowest", "miser"))]
    assert plans[0].identity() == plans[1].identity()
    assert (plans[0].name, plans[0].hash()) == (plans[1].name, plans[1].hash())
    assert plans[0].cells[0].table.rotations == 6  # A A B B, A B A B and so on
    assert plans[0].blocks()[0][0] == 1_000_000_000_000


def test_a_tournament_does_not_depend_on_the_order_of_names():
    names = ["counter", "lowest", "miser", "planner", "random"]
    plans = [tournament_plan("johnny_bagel", order, boards=30, rules={"max_turns": 600})
             for order in (names, ["miser", "random", "planner", "counter", "lowest"])]
    assert plans[0].identity() == plans[1].identity()
    assert {cell.table.rotations for cell in plans[0].cells} == {24}
    assert plans[0].blocks()[0][0] == 2_000_000_000_000


def test_who_sits_beside_whom_is_even_in_a_match(tmp_path):
    """In all six seatings of two A and two B, either is followed by either equally often."""
    run = play(match_plan("johnny_bagel", "miser", "lowest", max_boards=30), tmp_path)
    seats = run.seats.collect().sort("board", "rotation", "seat")
    names = seats["strategy"].to_numpy().reshape(-1, 4)
    boards = seats["board"].to_numpy().reshape(-1, 4)[:, 0]
    assert len({(board, *game) for board, game in zip(boards, names, strict=True)}) == 6 * 30
    same_beside = (names == np.roll(names, -1, axis=1)).mean()
    assert same_beside == pytest.approx(1 / 3)  # of three others, one is the partner in name


def test_partners_are_on_one_side():
    plan = match_plan("bacon", "shedder", "random", max_boards=10)
    assert [p.strategy.name for p in plan.cells[0].table.players] == ["random", "shedder"] * 2
    assert plan.cells[0].table.rotations == 2


def test_partners_are_on_one_side_where_there_are_three_teams():
    plan = match_plan("hand_and_foot", "planner", "random", seats=6, max_boards=10)
    names = [[p.strategy.name for p in cell.table.players] for cell in plan.cells]
    assert names == [["planner", "random", "planner"] * 2, ["random", "planner", "random"] * 2]


@pytest.mark.parametrize(("changes", "message"), [
    ({"second": "miser"}, "A and B are both 'miser'"),
    ({"margin": 0.0}, "margin: found 0.0; allowed"),
    ({"method": "exact"}, 'method: found "exact"; allowed: asymptotic, bernstein'),
    ({"metric": "turns"}, 'metric: found "turns"; allowed: wins, loses, place'),
    ({"metric": "pick_up"}, "Did you mean 'pick_ups'"),
    ({"metric": "pick_ups", "method": "bernstein"}, "needs a metric with bounds"),
    ({"metric": "place", "margin": 3.0}, "above 0 and below 3, the widest difference"),
    ({"metric": "pick_ups", "margin": -1.0}, r"a number above 0 \(in the unit of 'pick_ups'\)"),
    ({"second": "mizer"}, "Did you mean 'miser'"),
])
def test_what_a_match_refuses(changes, message):
    with pytest.raises(InputError, match=message):
        match_plan(**{"game_id": "johnny_bagel", "first": "miser", "second": "lowest", **changes})


def test_tournament_standing(tmp_path):
    plan = tournament_plan(
        "johnny_bagel", ["random", "lowest", "miser"], seats=3, boards=300,
        rules={"max_turns": 2_000},
    )
    run = run_checked(plan, out=tmp_path)
    found = standing(run)
    assert found.names[-1] == "random"
    assert found.cycles == []
    i, j = found.names.index("miser"), found.names.index("random")
    rows = run.seats.filter(pl.col("place").is_not_null()).collect().pivot(
        "strategy", index=["board", "rotation"], values="place"
    )
    above = (rows["miser"] < rows["random"]).mean()
    assert found.shares[i][j].estimate == pytest.approx(above, abs=1e-12)
    assert sum(rating.strength for rating in found.ratings) == pytest.approx(0, abs=1e-9)


def test_a_tournament_of_three_boards_gives_reasons(tmp_path):
    plan = tournament_plan("johnny_bagel", ["lowest", "miser"], seats=2, boards=3)
    found = standing(run_checked(plan, out=tmp_path))
    assert found.precision is None
    assert all("too few" in rating.reason for rating in found.ratings)


def test_a_pilot_says_how_many_boards():
    plan = plan_of({
        "game": "johnny_bagel", "boards": 10, "seed": 3,
        "lineup": {"players": ["miser", "lowest"], "rotate": True},
        "report": {"metrics": ["loses"]},
    })
    coarse, fine = (boards_for(plan, d, 0.9, 400)[0] for d in (0.02, 0.01))
    assert fine.boards == pytest.approx(4 * coarse.boards, rel=0.02)
    assert "to detect a difference of 0.01 with a chance of 0.9" in fine.in_words()


def test_seat_fairness_of_a_run(tmp_path):
    run = cardsim.run({
        "game": "johnny_bagel", "boards": 4_000, "seed": 2,
        "lineup": {"players": "lowest", "seats": 2}, "report": {"metrics": ["loses"]},
    }, out=tmp_path)
    finding = seat_fairness(run)[0]
    share = run.summary().filter(metric="loses", group="from_starter", member="0")["estimate"][0]
    assert finding.bound.margin > abs(share - 0.5)
    assert (finding.test.p_value < 0.05) == (abs(share - 0.5) > 1.96 * 0.5 / 4_000**0.5)
