"""Looks at every file of a run, and says what is wrong; loads nothing that it names."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cardsim.experiment.damage import fault, faults, remedy
from cardsim.experiment.layout import KINDS
from cardsim.experiment.manifest import files_of
from cardsim.experiment.paths import near
from cardsim.experiment.store import CONFIG, SUMMARY, Store, toml_of


@dataclass(frozen=True)
class Verified:
    """What was found in a run's folder.

    Parameters
    ----------
    folder : Path
    files : int
        Files looked at, and their bytes.
    size : int
    wrong : list of str
        What is wrong, a sentence each.
    remedy : str
        What mends it.
    """

    folder: Path
    files: int
    size: int
    wrong: list[str]
    remedy: str


def verify(folder: Path) -> Verified:
    """Compare every file of a run with what the manifest says of it.

    Raises
    ------
    InputError
        If the manifest itself is damaged.
    """
    store = Store(folder)
    manifest = store.read_manifest()
    known = list(files_of(folder, manifest))
    wrong = [f"{near(path)}: {what}" for path, what in faults(known)]
    if manifest["summary"] is not None:
        path = folder / SUMMARY
        if what := fault(path, *manifest["summary"]):
            wrong.append(f"{near(path)}: {what}")
    wrong += _config(folder / CONFIG, toml_of(manifest["config"]))
    ours = {path for path, _, _ in known}
    for kind in KINDS:
        there = sorted((folder / kind).iterdir()) if (folder / kind).is_dir() else []
        wrong += [f"{near(path)}: is not this run's" for path in there
                  if path.suffix == ".parquet" and path not in ours and manifest["complete"]]
    size = sum(size for _, size, _ in known)
    return Verified(folder, len(known), size, wrong, remedy(manifest, folder))


def _config(path: Path, text: str) -> list[str]:
    try:
        same = path.read_bytes() == text.encode()
    except OSError as error:
        return [f"{near(path)}: cannot be read ({error.strerror})"]
    return [] if same else [f"{near(path)}: it is not as it was written"]
