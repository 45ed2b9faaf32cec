"""The options of a game's rules: declared once, for the parser, the help text and the errors."""

from __future__ import annotations

import json
from typing import Annotated, Any, ClassVar, Literal, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from cardsim.engine.errors import InputError, nearest, one_of
from cardsim.engine.numbers import plain_data
from cardsim.engine.text import quoted

Whole = Annotated[int, Field(strict=True)]


def option(default: Any, allowed: str, text: str, **constraints: Any) -> Any:
    """Declare an option.

    Parameters
    ----------
    default : object
        Its value when it is not named.
    allowed : str
        What may be written, in words; shown in the table of options and in every error.
    text : str
        What it does, in one line, with the clause.
    **constraints
        Passed on to `pydantic.Field` (``ge``, ``le``, …).
    """
    return Field(
        default,
        description=text,
        validate_default=False,
        json_schema_extra={"allowed": allowed},
        **constraints,
    )


class Options(BaseModel):
    """The options that every game has. A game derives its own from this.

    An instance is frozen and was checked as far as it can be without the number of players;
    `effective` checks the rest.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    player_options: ClassVar[tuple[str, ...]] = ()  # options that a line-up may set for one player

    max_turns: Whole = option(
        5_000, "a whole number, 1 to 1,000,000",
        "decisions after which a deal that does not finish ends the game as unfinished (CO-5)",
        ge=1, le=1_000_000,
    )
    first_dealer: Whole | Literal["random"] | None = option(
        None, 'a seat (0 to players − 1) or "random"; the last seat if not named',
        "who deals first",
    )

    def effective(self, players: int) -> dict[str, Any]:
        """Return every option with its value for this number of players, as a replay shows them.

        Raises
        ------
        InputError
            If these rules cannot be played by so many.
        """
        values = self.model_dump()
        if self.first_dealer is None:
            values["first_dealer"] = players - 1
        elif self.first_dealer != "random" and not 0 <= self.first_dealer < players:
            raise refused(
                "first_dealer", self.first_dealer, f'a seat from 0 to {players - 1}, or "random"'
            )
        return values


def refused(key: str, found: object, allowed: str, known: Any = ()) -> InputError:
    """Return the error for a value that is not allowed."""
    return InputError(f"{key}: found {shown(found)}; allowed: {allowed}.{nearest(str(found), known)}")


def parse(model: type[BaseModel], data: object, path: str = "") -> Any:
    """Make a model of what was read, or refuse it with the key, what was found and what is allowed.

    Raises
    ------
    InputError
        With one line for each thing that is wrong.
    """
    try:
        return model.model_validate(plain_data(data))
    except RecursionError:
        raise InputError(f"{path or 'config'}: nested too deeply.") from None
    except ValidationError as error:
        lines = dict.fromkeys(_explain(model, problem, path) for problem in error.errors())
        raise InputError("\n".join(_most_exact(list(lines)))) from None


def _explain(model: type[BaseModel], problem: Any, path: str) -> str:
    field, owner, keys = _locate(model, problem["loc"])
    key = quoted(".".join(part for part in [path, *keys] if part))
    if problem["type"] == "extra_forbidden":
        known = list(owner.model_fields)
        return f"{key}: unknown key; known: {one_of(known)}.{nearest(keys[-1], known)}"
    if problem["type"] == "missing":
        return f"{key}: missing; needed: {_allowed(field)}."
    if problem["type"] == "value_error":
        message = str(problem["ctx"]["error"])
        return message if not key else f"{key}: {message}"
    found = problem["input"]
    if field is None:
        return f"{key or 'config'}: found {shown(found)}; allowed: a table."
    meant = nearest(found, _named_values(field.annotation)) if isinstance(found, str) else ""
    return f"{key}: found {shown(found)}; allowed: {_allowed(field) or problem['msg']}.{meant}"


def _locate(model: type[BaseModel], loc: tuple[Any, ...]) -> tuple[Any, type[BaseModel], list[str]]:
    """Follow a location into nested models: the field, the model it is in, the key's parts."""
    field: Any = None
    owner, keys = model, list[str]()
    inside: type[BaseModel] | None = model
    for part in loc:
        if isinstance(part, str) and inside is not None and part in inside.model_fields:
            field, owner = inside.model_fields[part], inside
            inside = _nested_model(field.annotation)
            keys.append(part)
        elif isinstance(part, int):
            keys.append(str(part))
        elif inside is not None and field is not None and isinstance(part, str) and _is_tag(part):
            continue
        elif field is None or inside is not None:
            owner = inside or owner
            keys.append(str(part))
        elif not _is_tag(part):
            keys.append(str(part))
    return field, owner, keys


def _is_tag(part: str) -> bool:
    """Tell pydantic's names of union members (``int``, ``literal['random']``) from keys."""
    return "[" in part or part in {"int", "str", "float", "bool", "dict", "list", "none"}


def _nested_model(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for inner in getattr(annotation, "__args__", ()):
        if (found := _nested_model(inner)) is not None:
            return found
    return None


def _named_values(annotation: Any) -> list[str]:
    """Return the words that an option may be set to."""
    if get_origin(annotation) is Literal:
        return [value for value in get_args(annotation) if isinstance(value, str)]
    return [word for inner in get_args(annotation) for word in _named_values(inner)]


def _most_exact(lines: list[str]) -> list[str]:
    """Keep one line a key, and of a list and its items the items.

    A value that fits no member of a union fails each of them.
    """
    first: dict[str, str] = {}
    for line in lines:
        first.setdefault(line.split(":")[0], line)
    return [
        line for key, line in first.items()
        if not any(other.startswith(f"{key}.") for other in first)
    ]


def _allowed(field: Any) -> str | None:
    extra = getattr(field, "json_schema_extra", None) or {}
    return extra.get("allowed")


def shown(value: object) -> str:
    """Return what was found as its author wrote it."""
    if isinstance(value, str):
        return f'"{quoted(value)}"'
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        tables = bool(value) and all(isinstance(item, dict) for item in value)
        return "a list of tables" if tables else quoted(
            json.dumps(value, ensure_ascii=False, default=str)
        )
    try:
        return str(value).lower() if isinstance(value, bool) else quoted(value)
    except ValueError:  # Python writes no number of thousands of digits
        return "a number of thousands of digits"


def option_rows(model: type[Options]) -> list[dict[str, Any]]:
    """Return name, default, what is allowed and the help text of every option."""
    return [
        {"name": name, "default": field.default, "allowed": _allowed(field),
         "text": field.description}
        for name, field in model.model_fields.items()
    ]
