"""The HTML report."""

import base64
import html
import re

import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

from cardsim.analysis.compare import compare_variants
from cardsim.plots import answers
from cardsim.plots.report import render, write_report
from tests.plots.conftest import TITLE


@pytest.fixture(scope="module")
def report(variants):
    return write_report(variants).read_text(encoding="utf-8")


def plain(text):
    """Return the words of HTML."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())


def section(text, name):
    """Return a part of a report, from its heading to the next."""
    return text.split(f'id="{name}"')[1].split("<h2")[0]


def test_it_stands_in_the_folder_of_the_run(variants):
    path = write_report(variants)
    assert path == variants.folder / "report.html"
    assert not list(variants.folder.glob(".report.html*"))


def test_it_needs_nothing_else(report):
    assert not re.search(r"https?://", report)
    assert all(source.startswith("data:") for source in re.findall(r'src="([^"]*)"', report))
    assert "<link" not in report
    assert "<script" not in report


def test_the_title_is_escaped(report):
    assert f"<h1>{html.escape(TITLE)}</h1>" in report


def test_figures_are_embedded_whole(report):
    sources = re.findall(r"data:image/svg\+xml;base64,([^\"]*)", report)
    assert len(sources) == 5
    assert all(b"</svg>" in base64.b64decode(source) for source in sources)


def test_a_figure_that_is_not_there_is_explained(report):
    assert 'No figure "loser"' in plain(report)


def test_the_answer_comes_first_with_the_numbers_of_the_summary(report, variants):
    row = variants.summary().filter(cell=0, metric="loses", group="from_starter", member="0")
    estimate, low, high = (100 * row[key][0] for key in ("estimate", "low", "high"))
    told = plain(section(report, "answer"))
    expected = f"loses {estimate:.0f} ({low:.0f} to {high:.0f}) games in a hundred; fair share: 50."
    assert f"With 2 players (house), the seat that starts {expected}" in told
    assert report.index('id="answer"') < report.index("<img")


def test_estimates_are_in_tables(report, variants):
    metric = variants.game.all_metrics["loses"]
    told = plain(section(report, "estimates"))
    for line in answers.table(variants, metric):
        assert f"{line.cell} {line.who} {line.number.text()} 1,500 {line.method}" in told


def test_comparisons_say_which_are_clear(report, variants):
    told = re.findall(r"<td>(yes|no)</td>", section(report, "comparisons"))
    expected = ["yes" if each.difference.clear else "no" for each in compare_variants(variants)
                if each.difference.reason is None]
    assert told == expected
    assert set(told) == {"yes", "no"}


def test_it_says_how_to_see_a_game_and_get_all_again(report, variants):
    told = plain(section(report, "again"))
    assert f"cardsim replay {variants.folder} --cell 0 --board 0" in told
    assert "cardsim experiment experiment.toml" in told
    assert f"experiment/{variants.manifest['hash']}" in told
    assert "seed 5" in told
    for name, version in variants.manifest["versions"].items():
        assert f"{name} {version}" in told


def test_the_config_is_there_to_the_letter(report, variants):
    config = (variants.folder / "config.toml").read_text(encoding="utf-8")
    shown = html.unescape(report.split("The effective config")[1].split("<pre>")[1])
    assert shown.split("</pre>")[0] == config


def test_it_is_the_same_bytes_again(report, variants):
    assert write_report(variants).read_text(encoding="utf-8") == report


def test_seats_are_bounded_by_more_than_was_seen(variants):
    told = answers.fairness(variants)
    assert [cell for cell, _ in told] == [
        "house, 2 players", "house, 3 players", "three burn, 2 players", "three burn, 3 players",
    ]
    for cell, (_, words) in enumerate(told):
        rows = variants.summary().filter(cell=cell, metric="loses", group="from_starter")
        apart = 100 * (rows["estimate"] - rows["estimate"].mean()).abs()
        margin = float(words.split("more than ")[1].split()[0])
        assert apart.max() < margin < apart.max() + 100 * (rows["high"] - rows["low"]).max()


def test_seats_that_differ_beyond_chance_are_said_to(variants):
    """Holm's p-values among 4 cells, against Pearson's test of who lost (one loss a board)."""
    told = answers.fairness(variants)
    pearson = []
    for cell in range(len(told)):
        rows = variants.summary().filter(cell=cell, metric="loses", group="from_starter")
        pearson.append(stats.chisquare(rows["estimate"] * 1_500).pvalue)
    holm = multipletests(pearson, method="holm")[1]
    for (_, words), p in zip(told, holm, strict=True):
        assert " among 4 line-ups)" in words
        shown = words.split("(p ")[1].split()[1]
        # The test allows for the spread that is seen; Holm multiplies what that changes by up to 4.
        assert float(shown) == pytest.approx(p, abs=0.06)
        assert words.startswith("The seats differ" if p < 0.05 else "No difference between")


def test_too_few_boards_give_reasons_for_answers(few):
    told = plain(section(render(few, []), "answer"))
    assert "there is no number for any strategy: 10 boards are too few" in told
    assert "Differences in share of losses are not known: 10 boards are too few" in told


def test_unfinished_games_are_counted(unfinished):
    share = unfinished.summary().filter(metric="unfinished")["estimate"][0]
    text = render(unfinished, [])
    assert f"{100 * share:.0f} in a hundred games did not finish" in plain(text)
    assert f"800 {100 * share:.0f}" in plain(section(text, "played"))


def test_strategies_are_ranked_in_the_answer(strategies):
    told = answers.answers(strategies)
    assert len(told) == 1
    start = "With 3 players, share of losses from best to worst, points in a hundred: lowest "
    assert told[0].startswith(start)
    assert answers.verdicts(strategies) == []


def test_seats_of_a_mixed_line_up_are_compared_within_strategies(strategies):
    [(cell, words)] = answers.fairness(strategies)
    assert cell == "3 players"
    assert "compared within each strategy" in words or "no strategy sat in every place" in words


def test_a_run_about_lengths_has_an_answer(only_lengths):
    row = only_lengths.summary().filter(metric="turns", group="all")
    told = answers.answers(only_lengths)
    assert told[0].startswith(f"With 2 players, decisions a game: {row['estimate'][0]:.0f} (")
    assert answers.fairness(only_lengths) == []
    assert "decisions a game" in plain(render(only_lengths, []))


def test_cells_with_one_verdict_are_named_together():
    cells = [
        {"variant": variant, "lineup": "", "seats": seats} for variant in "ab" for seats in (2, 3)
    ]
    named = {("a", ""): "a", ("b", ""): "b"}
    assert answers._where(cells, cells, named) == "with 2 and 3 players (every variant)"
    some = answers._where(cells[:3], cells, named)
    assert some == "with 2 and 3 players (a) and with 2 players (b)"
    alone = {("a", ""): ""}
    assert answers._where(cells[:2], cells[:2], alone) == "with 2 and 3 players"
