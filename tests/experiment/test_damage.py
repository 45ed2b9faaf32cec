"""Damage of every file of a run: it is named, never read, and played again."""

import json
import shutil

import pytest

import cardsim
from cardsim import InputError
from cardsim.experiment.layout import CELLS_A_FILE, ROWS_A_FILE, pieces
from cardsim.experiment.manifest import own_digest
from tests.experiment.configs import digests

CONFIG = {
    "game": "johnny_bagel", "seed": 7, "boards": 420, "rules": {"max_turns": 150},
    "lineup": {"players": ["lowest", "random", "lowest"], "rotate": True},
    "report": {"metrics": ["loses"], "plots": ["places"]},
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    out = tmp_path_factory.mktemp("whole")
    run = cardsim.run(CONFIG, out=out)
    run.summary()
    other = cardsim.run({**CONFIG, "seed": 8}, out=out)
    return out, run.folder.name, other.folder.name, digests(run.folder)


@pytest.fixture
def copied(whole, tmp_path):
    out, name, other, expected = whole
    shutil.copytree(out, tmp_path / "out")
    there = tmp_path / "out" / "experiment"
    return tmp_path / "out", there / name, there / other, expected


def delete(file, _other):
    file.unlink()


def empty(file, _other):
    file.write_bytes(b"")


def cut(file, _other):
    file.write_bytes(file.read_bytes()[:-20])


def garbage(file, _other):
    file.write_bytes(b"x" * file.stat().st_size)


def flip(file, _other):
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)


def of_another_run(file, other):
    file.write_bytes((other / file.parent.name / file.name).read_bytes())


def of_another_block(file, _other):
    neighbour = next(one for one in file.parent.iterdir() if one != file)
    file.write_bytes(neighbour.read_bytes())


ALL = [delete, empty, cut, garbage, flip, of_another_run, of_another_block]


@pytest.mark.parametrize("damage", ALL, ids=lambda damage: damage.__name__)
@pytest.mark.parametrize("name", ["games/0000-00000.parquet", "seats/0000-00001.parquet"])
def test_a_damaged_block_is_named_and_played_again(copied, damage, name, capsys):
    out, folder, other, expected = copied
    damage(folder / name, other)
    run = cardsim.Run(folder)
    table = "games" if name.startswith("games") else "seats"
    for read in (lambda: getattr(run, table), lambda: run.to_pandas(table),
                 lambda: run.plot("places")):
        with pytest.raises(InputError, match=f"{name}: damaged \\(it.*plays it again") as caught:
            read()
        assert "\n" not in str(caught.value)
    capsys.readouterr()
    cardsim.run(CONFIG, out=out).summary()
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert f"{name}: damaged (" in told
    assert digests(folder) == expected


@pytest.mark.parametrize("damage", ALL[:5], ids=lambda damage: damage.__name__)
def test_a_damaged_summary_is_made_again(copied, damage):
    _, folder, _, expected = copied
    before = cardsim.Run(folder).summary()
    damage(folder / "summary.parquet", None)
    assert cardsim.Run(folder).summary().equals(before)
    assert digests(folder) == expected


def test_an_empty_file_of_an_unfinished_run_is_not_done(copied):
    out, folder, _, expected = copied
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest.update(complete=False, blocks_done=1)
    manifest["files"] = manifest["files"][:1]
    (folder / "manifest.json").write_text(
        json.dumps({**manifest, "digest": own_digest(manifest)})
    )
    for kind in ("games", "seats"):
        (folder / kind / "0000-00001.parquet").write_bytes(b"")
        (folder / kind / "0000-00000.parquet").write_bytes(b"")
    cardsim.run(CONFIG, out=out).summary()
    assert digests(folder) == expected


@pytest.mark.parametrize("text", [
    "", "{", "[]", "{}", "null", "3", '"x"', '{"a": 1}', '{"complete": tr', "[" * 5_000, "\x00\xff",
])
def test_a_manifest_that_is_none_is_refused_in_a_sentence(copied, text):
    out, folder, _, expected = copied
    (folder / "manifest.json").write_text(text, encoding="utf-8")
    for read in (lambda: cardsim.Run(folder), lambda: cardsim.run(CONFIG, out=out)):
        with pytest.raises(InputError, match=r"manifest\.json: damaged \(.*--fresh`\.$") as caught:
            read()
        assert "\n" not in str(caught.value)
    cardsim.run(CONFIG, out=out, fresh=True).summary()
    assert digests(folder) == expected


@pytest.mark.parametrize("key", [
    "hash", "cells", "files", "blocks_done", "boards_done", "complete", "config", "title",
])
@pytest.mark.parametrize("value", [None, -1, "x", [], {}, True, 10**9])
def test_a_manifest_that_was_changed_is_never_believed(whole, tmp_path, key, value):
    out, name, _, _ = whole
    source = out / "experiment" / name / "manifest.json"
    manifest = json.loads(source.read_text())
    if manifest[key] == value:
        return
    (tmp_path / "manifest.json").write_text(json.dumps({**manifest, key: value}))
    with pytest.raises(InputError, match=r"manifest\.json: damaged \("):
        cardsim.Run(tmp_path)


def test_another_runs_manifest_is_noticed(copied):
    out, folder, other, _ = copied
    shutil.copy(other / "manifest.json", folder / "manifest.json")
    with pytest.raises(InputError, match="damaged \\(it is another run's\\)"):
        cardsim.run(CONFIG, out=out)
    with pytest.raises(InputError, match=r"games/0000-00000\.parquet: damaged \(it"):
        _ = cardsim.Run(folder).games


def test_many_alike_cells_share_files_and_every_cell_is_read_back(tmp_path):
    config = {
        **CONFIG, "boards": 6, "lineup": {"players": ["lowest", "random"]},
        "variants": [{"name": f"v{i}", "rules": {"max_turns": 100 + i}} for i in range(60)],
    }
    run = cardsim.run(config, out=tmp_path)
    assert sorted(file.name for file in run.folder.glob("games/*")) == [
        "0000-00000.parquet", f"{CELLS_A_FILE:04d}-00000.parquet"
    ]
    from cardsim.experiment.reading import read_rows

    for cell in (0, 17, 49, 50, 59):
        for kind in ("games", "seats"):
            expected = getattr(run, kind).filter(cell=cell).collect()
            assert read_rows(run.folder, kind, cell, 0).equals(expected)
    alone = cardsim.run({**config, "variants": config["variants"][17:18]}, out=tmp_path / "b")
    assert alone.games.drop("cell").collect().equals(
        run.games.filter(cell=17).drop("cell").collect()
    )


def test_files_are_shared_by_cells_that_are_alike_and_no_larger_than_allowed():
    shapes = [(4, 4)] * 30 + [(1, 2)] * 30
    first, large = pieces(shapes, [(0, 250), (250, 12_500)])
    assert [piece.cells for piece in first] == [tuple(range(30)), tuple(range(30, 60))]
    assert max(p.boards * 16 * len(p.cells) for p in large if p.cells[0] < 30) <= ROWS_A_FILE
    assert sorted(cell for piece in large for cell in piece.cells) == list(range(60))
    assert [piece.cells for piece in pieces(shapes[:3], [(0, 250)])[0]] == [(0,), (1,), (2,)]


def test_verify_says_what_is_wrong(copied, cli):
    _, folder, other, _ = copied
    outcome = cli("verify", folder)
    assert outcome.code == 0
    assert "4 files, " in outcome.out
    assert "all as they were written (complete)" in outcome.out
    of_another_run(folder / "games" / "0000-00000.parquet", other)
    delete(folder / "seats" / "0000-00001.parquet", None)
    (folder / "config.toml").write_text("seed = 1\n", encoding="utf-8")
    flip(folder / "summary.parquet", None)
    shutil.copy(other / "games" / "0000-00000.parquet", folder / "games" / "extra.parquet")
    outcome = cli("verify", folder, "--json")
    assert outcome.code == 1
    wrong = json.loads(outcome.out)["wrong"]
    assert [line.split(": ")[0].removeprefix(f"{folder}/") for line in wrong] == [
        "games/0000-00000.parquet", "seats/0000-00001.parquet", "summary.parquet", "config.toml",
        "games/extra.parquet",
    ]
    assert cli("verify", folder).code == 1
