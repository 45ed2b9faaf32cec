"""The config of an experiment: what may be written in a TOML file, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationInfo,
    field_validator,
    model_validator,
)

from cardsim.engine.errors import InputError
from cardsim.engine.options import Whole, option, parse
from cardsim.engine.seating import chosen_design
from cardsim.experiment.source import check_shape, read_toml

MAX_SEED = 2**63 - 1
MAX_BOARDS = 10_000_000_000
MAX_FIRST_BOARD = 9_000_000_000_000_000_000  # boards are numbered up to 2^63 - 1
DEFAULT_MAX_BOARDS = 10_000_000
MAX_JOBS = 1_024
_BOARDS = f"a whole number, 1 to {MAX_BOARDS:,}"

Number = Annotated[float, Field(strict=True, allow_inf_nan=False)]


class Section(BaseModel):
    """A table of the config: frozen, and without keys that mean nothing."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Lineup(Section):
    """Who plays: names of strategies by player, or one name, or one a team."""

    name: str = option("", "a name", "name of the line-up, in the results")
    players: str | list[str] | None = option(
        None, "a list of strategies, one a player, or one name with seats = [...]",
        "strategies by player",
    )
    teams: list[str] | None = option(
        None, "a list of strategies, one a team", "strategies by team, in place of players"
    )
    seats: Whole | list[Whole] | None = option(
        None, "a number of players, or a list of them", "number(s) of players"
    )
    rotate: bool = option(
        False, "true or false", "play every board in each rotation of the line-up"
    )
    seating: Literal["fixed", "rotations", "all"] | None = option(
        None, '"fixed", "rotations" or "all"', "which seatings every board is played in"
    )
    params: dict[str, dict[str, Any]] = option(
        {}, "a table of dials for each strategy, or for each player (0, 1, …)",
        "dials of the strategies",
    )
    labels: dict[str, str] = option(
        {}, "a table of labels for strategies, or for players (0, 1, …)",
        "what players are called in results",
    )

    @field_validator("players", "teams", "seats")
    @classmethod
    def _not_empty(cls, named: Any, field: ValidationInfo) -> Any:
        if named == []:
            what = "number of players" if field.field_name == "seats" else "strategy"
            raise ValueError(f"the list is empty; name at least one {what}.")
        return named

    @field_validator("seats")
    @classmethod
    def _numbers_differ(cls, seats: Any) -> Any:
        for number in seats if isinstance(seats, list) else []:
            if seats.count(number) > 1:
                raise ValueError(f"the number {number} is named twice.")
        return seats

    @model_validator(mode="after")
    def _players_or_teams(self) -> Lineup:
        if (self.players is None) == (self.teams is None):
            raise ValueError("give either players or teams.")
        return self

    @model_validator(mode="after")
    def _one_design(self) -> Lineup:
        try:
            chosen_design(self.rotate, self.seating)
        except InputError as error:
            raise ValueError(str(error)) from None
        return self


class Variant(Section):
    """A house rule: a name, and what differs from [rules]."""

    name: str = option(..., "a name", "name of the variant, in the results", min_length=1)
    rules: dict[str, Any] = option({}, "a table of options", "options that differ from [rules]")


class Report(Section):
    """What is estimated and drawn."""

    metrics: list[str] | None = option(None, "a list of metrics", "what is estimated")
    plots: list[str] | None = option(None, "a list of figures", "what is drawn")
    level: Number = option(
        0.95, "a number above 0.5 and below 1", "level of the intervals", gt=0.5, lt=1
    )


class Compute(Section):
    """How the work is spread; it never changes a result."""

    jobs: Whole = option(
        0, f"a whole number, 0 (all cores) to {MAX_JOBS:,}", "workers", ge=0, le=MAX_JOBS
    )
    backend: Literal["threads", "processes", "dask"] = option(
        "threads", '"threads", "processes" or "dask"', "what the workers are"
    )
    scheduler: str | None = option(None, 'an address like "tcp://host:8786"', "of the Dask cluster")
    part_games: Whole = option(
        5_000, "a whole number from 1", "games a worker plays at a time", ge=1
    )

    @model_validator(mode="after")
    def _scheduler_of_dask(self) -> Compute:
        if self.scheduler is not None and self.backend != "dask":
            raise ValueError('scheduler is for backend = "dask" alone.')
        return self


class Config(Section):
    """A whole experiment."""

    title: str = option("", "a text", "the question, as a title for figures")
    game: str = option(..., "the id of a game", "which game")
    seed: Whole = option(
        0, "a whole number from 0 to 2^63 - 1", "master seed", ge=0, le=MAX_SEED
    )
    boards: Whole | None = option(None, _BOARDS, "boards a cell", ge=1, le=MAX_BOARDS)
    precision: Number | None = option(
        None, "a number above 0", "stop when every interval is at most this half-width", gt=0
    )
    max_boards: Whole = option(
        DEFAULT_MAX_BOARDS, _BOARDS, "the most boards, with precision", ge=1, le=MAX_BOARDS
    )
    first_board: Whole = option(
        0, f"a whole number, 0 to {MAX_FIRST_BOARD:,}", "number of the first board", ge=0,
        le=MAX_FIRST_BOARD,
    )
    lineup: Lineup | None = option(None, "a table", "who plays")
    lineups: list[Lineup] | None = option(None, "a list of tables", "who plays, several line-ups")
    rules: dict[str, Any] = option({}, "a table of options", "what all variants share")
    variants: list[Variant] = option(
        [Variant(name="rules")], "a list of tables with name and rules", "house rules to compare"
    )
    report: Report = option(Report(), "a table", "what is estimated and drawn")
    compute: Compute = option(Compute(), "a table", "how the work is spread")

    @field_validator("variants")
    @classmethod
    def _names_differ(cls, variants: list[Variant]) -> list[Variant]:
        _refuse_duplicates([variant.name for variant in variants])
        if not variants:
            raise ValueError("the list is empty; leave it out, or name at least one variant.")
        return variants

    @model_validator(mode="after")
    def _complete(self) -> Config:
        if (self.lineup is None) == (self.lineups is None):
            raise ValueError("lineup: give either [lineup] or [[lineups]].")
        if self.lineups == []:
            raise ValueError("lineups: the list is empty; name at least one line-up.")
        if (self.boards is None) == (self.precision is None):
            raise ValueError("boards: give either boards or precision.")
        if self.boards is not None and "max_boards" in self.model_fields_set:
            raise ValueError("max_boards: it goes with precision; boards says how many there are.")
        if self.lineups is not None:
            _refuse_duplicates([lineup.name for lineup in self.lineups], "lineups: ")
        return self

    @property
    def all_lineups(self) -> list[Lineup]:
        """Every line-up, whichever way it was written."""
        return [self.lineup] if self.lineup is not None else list(self.lineups or [])


def _refuse_duplicates(names: list[str], key: str = "") -> None:
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        what = f'the name "{twice}" is used twice.' if twice else "each needs a name of its own."
        raise ValueError(f"{key}{what}")


def read_config(path: Path) -> Config:
    """Read and check a config file; "-" is standard input.

    Raises
    ------
    InputError
        If there is no such file, it is not TOML (line and column), or a key is refused.
    """
    return make_config(read_toml(path))


def make_config(data: dict[str, Any]) -> Config:
    """Check a config that was read, or made in Python.

    Raises
    ------
    InputError
        If a key is refused.
    """
    if not isinstance(data, dict):
        raise InputError(f"config: found {type(data).__name__}; allowed: a table.")
    check_shape(data)
    config: Config = parse(Config, data)
    return config
