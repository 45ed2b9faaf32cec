"""`cardsim best`: which of several strategies is best, with the fewest games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from cardsim.cli.flags import POSITIVE, RESULTS, Debug, Fresh, Jobs, Json, Out, Rules

if TYPE_CHECKING:
    from cardsim.experiment.plan import Plan
    from cardsim.experiment.run import Run


def command(
    game: Annotated[str, typer.Option("--game", help="Id of the game.")],
    players: Annotated[
        Optional[str], typer.Option("--players", help="Candidates, as in a,b,c; all if left out.")
    ] = None,
    margin: Annotated[
        Optional[float],
        typer.Option("--margin", parser=POSITIVE, metavar="NUMBER", help="Stop also when the leader is within this of the best (0.005 is half a point in a hundred)."),
    ] = None,
    seats: Annotated[Optional[int], typer.Option("--seats", help="Players at a table (default 4).")] = None,
    metric: Annotated[
        Optional[str], typer.Option("--metric", help="What is compared (default: the game's main metric).")
    ] = None,
    max_boards: Annotated[int, typer.Option("--max-boards", min=1, help="The most boards.")] = 1_000_000,
    rules: Rules = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Master seed.")] = 0,
    jobs: Jobs = None,
    out: Out = RESULTS,
    fresh: Fresh = False,
    json: Json = False,
    debug: Debug = False,
) -> None:
    """Find the best of several strategies: who is surely behind drops out, round by round."""
    from cardsim.analysis.best import find_best
    from cardsim.analysis.best_words import best_json, in_words
    from cardsim.analysis.contest import contest
    from cardsim.cli.output import ShowProgress, print_json, say
    from cardsim.cli.running import run_or_explain
    from cardsim.engine.discovery import find_strategies
    from cardsim.engine.registry import find_game
    from cardsim.experiment.notation import parse_pairs, split_members

    here = Path.cwd()
    names = (
        split_members(players) if players is not None
        else list(find_strategies(find_game(game).id, here))
    )
    asked = contest(
        game, names, seats=seats, metric=metric, margin=margin, max_boards=max_boards, seed=seed,
        jobs=jobs, beside=here, rules=parse_pairs(rules or [], "--rules"),
    )

    def play(plan: Plan, text: str) -> Run:
        with ShowProgress(text) as show:
            return run_or_explain(plan, out, fresh, show, "the same command")

    found = find_best(asked, play)
    if json:
        print_json(best_json(found))
        return
    for sentence in in_words(found):
        say(sentence)
    _show(found)


def _show(found: Any) -> None:
    from cardsim.analysis.best_words import best_rows, columns_of
    from cardsim.cli.output import print_table, say

    say()
    title, columns = columns_of(found)
    print_table(title, columns, best_rows(found))
    say(f"\n{found.boards:,} boards, {found.games:,} games, {len(found.folders)} rounds")
    say(f"results: {found.folders[0].parent}")
