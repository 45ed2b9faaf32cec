# make demo: set up, run a first experiment, say where the figures are.
# make test: set up, lint, types, tests (under ten minutes). make test-all: the slow ones too.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: demo test test-all lint format coverage clean

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[dev]"
	touch $(READY)

demo: $(READY)
	$(BIN)/cardsim experiment experiments/bagel_first_player.toml

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/mypy

test: lint
	$(BIN)/python -m pytest -n 2 --dist worksteal

test-all: lint
	$(BIN)/python -m pytest -n 2 --dist worksteal -m ""

# How often the intervals hold the truth: docs/coverage.md, in about twenty minutes.
coverage: $(READY)
	$(BIN)/python -m tests.coverage

format: $(READY)
	$(BIN)/ruff check --fix .

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache
