"""One game again, move by move: as JSON that a referee can check, or in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from cardsim.engine.driver import ASK, FINISHED, NEW_DEAL, UNFINISHED, driver_of
from cardsim.engine.errors import InputError, StrategyError
from cardsim.engine.log import read_log
from cardsim.engine.numbers import as_whole
from cardsim.engine.table import Table
from cardsim.engine.watching import aside, watched

MAX_BOARD = 2**63 - 1


def replay(table: Table, board: int, rotation: int = 0, variant: str = "") -> dict[str, Any]:
    """Play one game and write down everything that happened.

    Parameters
    ----------
    table : Table
    board : int
        Not below 0.
    rotation : int
        0 to ``table.rotations`` − 1.
    variant : str
        Name of the variant, for the header.

    Returns
    -------
    dict
        The replay, ready for JSON: header, ``initial``, ``events``, ``result``, ``finished``.

    Raises
    ------
    InputError
        If there is no such board or rotation.
    StrategyError
        If a strategy raises or answers out of range; the game so far is its ``told``.
    """
    which, turned = as_whole(board), as_whole(rotation)  # NumPy's of few bits would wrap around
    if which is None or not 0 <= which <= MAX_BOARD:
        raise InputError(f"board: found {board}; allowed: a whole number, 0 to 2^63 - 1.")
    if turned is None or not 0 <= turned < table.rotations:
        raise InputError(f"rotation: found {rotation}; allowed: 0 to {table.rotations - 1}.")
    board, rotation = which, turned
    head = _header(table, board, rotation, variant)
    recorder = _Recorder(table, board, rotation)
    try:
        if not any(player.strategy.compiled for player in table.players):
            return {**head, **recorder.record()}
        return {**head, **aside(recorder.record)}
    except StrategyError as error:
        error.told = {**head, **recorder.told, "result": [], "finished": False}
        raise


def _header(table: Table, board: int, rotation: int, variant: str) -> dict[str, Any]:
    seated = [table.players[player] for player in table.players_at(board, 1)[0, rotation]]
    teams = int(table.rules[0].teams)
    return {
        "game": table.game.id,
        "rules_version": table.game.rules_version,
        "variant": variant,
        "rules": table.effective,
        "seed": table.seed,
        "board": board,
        "rotation": rotation,
        "players": [
            {
                "seat": seat,
                "strategy": player.strategy.name,
                "label": player.label,
                "params": {**player.strategy.dials, **player.params, **player.options},
                "team": seat % teams,
            }
            for seat, player in enumerate(seated)
        ],
    }


class _Recorder:
    """Plays one game with the driver, stopping at every decision."""

    def __init__(self, table: Table, board: int, rotation: int) -> None:
        self.table, self.words = table, table.game.words
        self.driver = driver_of(table.game)
        self.states, _, desks = table.places
        self.state, self.desk = self.states[0], desks[0]
        self.game_rules = table.begin(board, rotation)
        self.rules = self.game_rules[0]
        self.told: dict[str, Any] = {}
        self.desk.every = 1
        self.state.log.on = 1
        self.state.log.n = 0

    def record(self) -> dict[str, Any]:
        try:
            with watched(self.table):
                return self._record()
        finally:
            self.desk.every = 0
            self.state.log.on = 0

    def _record(self) -> dict[str, Any]:
        result = self._advance()
        events: list[dict[str, Any]] = []
        self.told = {
            "initial": self._state(), "initial_effects": self._effects(), "events": events
        }
        while result not in (FINISHED, UNFINISHED):
            if result == ASK:
                event = self._decision(len(events))
                self.table.check(self._advance())
                event["effects"], event["state"] = self._effects(), self._state()
            elif result == NEW_DEAL:
                event = {
                    "n": len(events), "new_deal": int(self.desk.deal),
                    "dealer": int(self.state.table.dealer),
                    "effects": self._effects(), "state": self._state(),
                }
            events.append(event)
            result = self._advance()
            self.table.check(result)
        return {
            **self.told,
            "result": self._result(result == FINISHED), "finished": result == FINISHED,
        }

    def _advance(self) -> int:
        return int(self.driver.advance(*self.table.places, self.game_rules))

    def _decision(self, n: int) -> dict[str, Any]:
        """Ask who is to act, and write the decision down."""
        moves = self.desk.moves[: self.desk.n].tolist()
        legal = [self.words.move_json(move, self.state, self.rules) for move in moves]
        if len(moves) > 1:
            self.desk.answer = self.table.ask()
        answer = int(self.desk.answer)
        return {
            "n": n, "seat": int(self.desk.seat), "legal": legal,
            "move": legal[answer] if 0 <= answer < len(legal) else None,
        }

    def _state(self) -> dict[str, Any]:
        return self.words.state_json(self.state, self.rules)  # type: ignore[no-any-return]

    def _effects(self) -> list[dict[str, Any]]:
        return [
            self.words.effect_json(kind, values, self.state, self.rules)
            for kind, values in read_log(self.state.log)
        ]

    def _result(self, finished: bool) -> list[dict[str, Any]]:
        game = self.table.game
        games = np.zeros(1, game.game_row)
        seats = np.zeros(len(self.table.players), game.seat_row)
        self.driver.finish(
            self.states, self.table.places[-1], self.game_rules, game.higher_wins, finished, games,
            seats,
        )
        return [
            {
                "seat": seat,
                "place": int(row.place) if finished else None,
                "score": int(row.score),
                "wins": float(row.wins) if finished else None,
                "loses": float(row.loses) if finished else None,
            }
            for seat, row in enumerate(seats)
        ]


def narrate(told: dict[str, Any], words: Any) -> Iterator[str]:
    """Tell a replay in words, one line a decision.

    Parameters
    ----------
    told : dict
        What `replay` returned.
    words : object
        The game's ``words``.

    Yields
    ------
    str
        A line.
    """
    who = [
        f"seat {player['seat']} ({player.get('label', player['strategy'])})"
        for player in told["players"]
    ]
    yield (
        f"{told['game']}, board {told['board']}, rotation {told['rotation']}, seed {told['seed']}: "
        + ", ".join(who)
    )
    yield from _deal_lines(words, told["initial"], told["initial_effects"], who, 1)
    before = told["initial"]
    for event in told["events"]:
        if "new_deal" in event:
            yield from _deal_lines(words, event["state"], event["effects"], who, event["new_deal"])
        else:
            yield _decision_line(words, event, before, who)
        before = event["state"]
    yield from _result_lines(told, who)


def _deal_lines(
    words: Any, state: dict[str, Any], effects: list[dict[str, Any]], who: list[str], deal: int
) -> Iterator[str]:
    yield f"-- deal {deal}"
    for line in words.tell_table(state):
        yield f"   {line}"
    for effect in effects:
        yield f"   {words.tell_effect(effect, who)}"


def _decision_line(
    words: Any, event: dict[str, Any], before: dict[str, Any], who: list[str]
) -> str:
    parts = [words.tell_move(event["move"])]
    parts += [words.tell_effect(effect, who) for effect in event["effects"]]
    forced = " (forced)" if len(event["legal"]) == 1 else ""
    held = words.tell_hand(before, event["seat"])
    return f"{event['n']:>4}  {who[event['seat']]} [{held}]{forced}: {'; '.join(parts)}"


def _result_lines(told: dict[str, Any], who: list[str]) -> Iterator[str]:
    if not told["result"]:
        yield "-- stopped here"
        return
    if not told["finished"]:
        yield "-- unfinished: the game reached max_turns (CO-5)"
        return
    yield "-- result"
    for row in told["result"]:
        yield (
            f"   {who[row['seat']]}: place {row['place']}, score {row['score']}, "
            f"wins {row['wins']:.3g}, loses {row['loses']:.3g}"
        )
