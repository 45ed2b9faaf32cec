"""Drawing and writing figures."""

import xml.etree.ElementTree as ET
from importlib import import_module

import matplotlib as mpl
import pytest

from cardsim.engine.errors import InputError
from cardsim.experiment.config import make_config
from cardsim.plots.draw import draw, draw_all, save, save_all
from cardsim.plots.names import FIGURES
from cardsim.plots.style import words_of
from tests.plots.conftest import TITLE
from tests.plots.looking import texts


def test_an_unknown_figure_is_refused_with_the_nearest_name(variants):
    with pytest.raises(InputError, match="Did you mean 'length'"):
        draw(variants, "lenght")


@pytest.mark.parametrize("name", FIGURES)
def test_every_name_has_a_file_that_draws(name):
    assert callable(import_module(f"cardsim.plots.{name}").draw)


def test_png_and_svg_are_written(variants, tmp_path):
    png, svg = save(variants, "length", tmp_path / "made")
    assert png.read_bytes().startswith(b"\x89PNG")
    assert (png.name, svg.name) == ("length.png", "length.svg")
    assert ET.fromstring(svg.read_text(encoding="utf-8")).tag.endswith("svg")


def test_the_same_figure_is_the_same_bytes(variants, tmp_path):
    first, again = (save(variants, "places", tmp_path / name)[1] for name in "ab")
    assert first.read_bytes() == again.read_bytes()


def test_a_folder_that_cannot_be_written_is_refused(variants, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be written"):
        save(variants, "length", tmp_path / "file" / "folder")


def test_the_settings_of_the_user_stay(variants, tmp_path):
    before = dict(mpl.rcParams.copy())
    save(variants, "seat_advantage", tmp_path)
    assert dict(mpl.rcParams.copy()) == before


def test_a_notebook_is_shown_a_picture(variants):
    assert draw(variants, "length")._repr_png_().startswith(b"\x89PNG")


def test_all_that_a_config_asks_for_is_drawn_or_explained(variants):
    files, skipped = save_all(variants)
    names = {file.stem for file in files}
    assert names == {"seat_advantage", "variants", "length", "places", "running"}
    assert [name for name, _ in skipped] == ["loser"]
    assert "all players have one strategy" in skipped[0][1]
    assert all(file.parent == variants.folder / "plots" for file in files)


def test_figures_drawn_already_are_not_drawn_again(variants):
    drawn = [each for each in draw_all(variants) if each.name == "length"]
    files, skipped = save_all(variants, drawn)
    assert ([file.name for file in files], skipped) == (["length.png", "length.svg"], [])


def test_the_title_is_the_question_of_the_run(variants, strategies):
    assert words_of(draw(variants, "seat_advantage")).title == TITLE
    assert words_of(draw(strategies, "loser")).title == "Which strategy does best in Johnny Bagel?"


def test_a_dollar_sign_is_no_formula(variants):
    figure = draw(variants, "seat_advantage")
    assert texts(figure, "title") == [TITLE]
    assert not any(text.get_parse_math() for text in figure.texts)


def test_the_loser_is_usual_where_strategies_differ():
    def usual(players):
        config = make_config(
            {"game": "johnny_bagel", "boards": 1, "lineup": {"players": players}}
        )
        return FIGURES["loser"].usual(1, config)

    assert usual(["lowest", "random"])
    assert not usual(["lowest", "lowest"])
