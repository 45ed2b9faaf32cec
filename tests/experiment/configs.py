"""Small experiments for the tests, and what their files hold."""

import hashlib

import cardsim

TWO_CELLS = {
    "title": "Two rules", "game": "johnny_bagel", "seed": 7, "boards": 600,
    "lineup": {"players": ["lowest", "random", "lowest"], "rotate": True},
    "rules": {"max_turns": 400},
    "variants": [{"name": "seed"}, {"name": "four burn", "rules": {"burn_run": 4}}],
}


def digests(folder):
    """The bytes of every parquet file, as digests by path."""
    return {
        str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.rglob("*.parquet"))
    }


def played(out, config=TWO_CELLS, **compute):
    """Run a config, and make its summary."""
    run = cardsim.run({**config, "compute": compute}, out=out)
    run.summary()
    return run
