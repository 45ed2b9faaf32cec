"""Bacon: what a deal scores, and when a deal or a game is decided (BA-16 … BA-21)."""

from __future__ import annotations

from typing import Any

from cardsim.engine.compiling import rule
from cardsim.engine.log import log_effect, log_value
from cardsim.games.bacon.state import LOG_POINTS


@rule
def certain_points(table: Any, rules: Any) -> int:
    """Return what the team of the first player out is certain of (BA-17, BA-18, BA-21).

    Its members already out have their places; the others get the last places at least. When a
    deal is played to its end those are the places left, so this is what it scores, too (BA-16).
    """
    team = table.out[0] % rules.teams
    total, members_in = 0, rules.players // rules.teams
    for i in range(table.n_out):
        if table.out[i] % rules.teams == team:
            total += rules.points[i]
            members_in -= 1
    for place in range(rules.players - members_in, rules.players):
        total += rules.points[place]
    return total


@rule
def is_decided(table: Any, rules: Any) -> bool:
    """Tell whether a going-out wins the game at once (BA-21)."""
    if not rules.race or rules.play_out:
        return False
    team = table.out[0] % rules.teams
    before = table.scores[team]
    if rules.target > 0 and before + certain_points(table, rules) >= rules.target:
        return True
    if table.deal_no == rules.deals:
        return before >= table.scores[1 - team]
    return table.deal_no > rules.deals


@rule
def close_deal(state: Any, rules: Any, played_out: bool) -> None:
    """Score a deal, and see whether the game is over."""
    table, points = state.table, state.hidden.points
    points[:] = 0
    if rules.race:
        points[table.out[0] % rules.teams] = certain_points(table, rules)
    else:
        _score_all(table, rules, points)
    log_effect(state.log, LOG_POINTS)
    for team in range(rules.teams):
        table.scores[team] += points[team]
        log_value(state.log, points[team])
    table.deal_over = 1
    table.game_over = _is_game_over(table, rules)
    _record(state, rules, played_out)


@rule
def _score_all(table: Any, rules: Any, points: Any) -> None:
    """Give each place's points; those not out, all of one side, get the places left (BA-16)."""
    for i in range(table.n_out):
        points[table.out[i] % rules.teams] += rules.points[i]
    for seat in range(rules.players):
        if (table.still_in >> seat) & 1:
            for place in range(table.n_out, rules.players):
                points[seat % rules.teams] += rules.points[place]
            break


@rule
def _is_game_over(table: Any, rules: Any) -> bool:
    """Tell whether the deal just scored was the last (BA-21)."""
    if rules.target > 0:
        for team in range(rules.teams):
            if table.scores[team] >= rules.target:
                return True
    if rules.race and table.deal_no == rules.deals:
        return table.scores[0] != table.scores[1]  # level: one more deal
    return table.deal_no >= rules.deals


@rule
def _record(state: Any, rules: Any, played_out: bool) -> None:
    """Keep the places, and the place of the first one's next partner, for the results."""
    table, hidden = state.table, state.hidden
    hidden.finished_deals += 1
    next_out = table.n_out + 1 if played_out else 0  # 0: the deal ended before it was settled
    for i in range(table.n_out - 1, -1, -1):
        seat = table.out[i]
        hidden.places[seat] += i + 1
        if i > 0 and seat % rules.teams == table.out[0] % rules.teams:
            next_out = i + 1
    for seat in range(rules.players):
        if (table.still_in >> seat) & 1:  # the places left, shared
            hidden.places[seat] += (table.n_out + 1 + rules.players) / 2
    if rules.teams < rules.players and next_out > 0:
        hidden.settled += 1
        if next_out <= 4:
            hidden.next_out[next_out - 2] += 1
