"""What is printed of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardsim.cli.output import percent, print_table, say
from cardsim.engine.text import one_line

if TYPE_CHECKING:
    from cardsim.experiment.run import Run


def show_run(run: Run) -> None:
    """Make figures and report, print the main estimates, and say where the rest is."""
    from cardsim.analysis.looks import looked_words
    from cardsim.experiment.paths import near
    from cardsim.plots.draw import draw_all, save_all
    from cardsim.plots.report import write_report

    manifest = run.manifest
    say(one_line(manifest["title"] or manifest["name"]))
    print_table("", ["cell", "who", "estimate", "low", "high", "boards"], main_rows(run))
    for sentence in worst_cases(run):
        say(sentence)
    if manifest["stopped"]:
        say(f"stopped because {manifest['stopped']}")
    if looked := looked_words(run):
        say(looked)
    unfinished = run.summary().filter(metric="unfinished")["estimate"].to_list()
    most = max((share for share in unfinished if share is not None), default=0.0)
    if most:
        say(f"unfinished games: up to {percent(most, 2)} in a hundred of a cell (CO-5)")
    drawn = draw_all(run)
    files, skipped = save_all(run, drawn)
    say(f"\nresults: {near(run.folder)}")
    for file in files:
        say(f"figure:  {near(file)}")
    for name, reason in skipped:
        say(f"no figure '{name}': {reason}")
    say(f"report:  {near(write_report(run, drawn))}")


def three_numbers(row: dict[str, Any], times: float) -> list[str]:
    """Return estimate, low and high, to a twentieth of the interval's half-width or finer."""
    from cardsim.analysis.comparisons import decimals

    places = decimals(times * (row["high"] - row["low"]) / 20)
    return [f"{times * row[name]:,.{places}f}" for name in ("estimate", "low", "high")]


def worst_cases(run: Run) -> list[str]:
    """Say of the first metric where all games might put it, had the unfinished ones ended."""
    metric = run.game.all_metrics[run.manifest["metrics"][0]]
    times = 100.0 if metric.share else 1.0
    told = run.summary().filter(metric=metric.name).drop_nulls("worst_low")
    if told.is_empty():
        return []
    wide = max(told.iter_rows(named=True), key=lambda row: row["worst_high"] - row["worst_low"])
    low, high = (times * wide[name] for name in ("worst_low", "worst_high"))
    return [
        f"note: these numbers are of finished games; had the unfinished ones ended too, "
        f"{metric.text} might be anything from {low:.1f} to {high:.1f} where it is least known "
        "(worst_low and worst_high in the summary)"
    ]


def main_rows(run: Run) -> list[list[str]]:
    """Return the estimates of the first metric that say most, as rows of text."""
    from cardsim.analysis.precision import watched

    name = run.manifest["metrics"][0]
    metric = run.game.all_metrics[name]
    summary = run.summary().filter(metric=name)
    rows = []
    for cell in run.manifest["cells"]:
        strategies = tuple(player["strategy"] for player in cell["players"])
        label = ", ".join(
            part for part in (cell["variant"], cell["lineup"], f"{cell['seats']} players") if part
        )
        for group in watched(run.game, name, strategies, cell["seats"]):
            row = summary.filter(
                cell=cell["cell"], group=group.kind, member=group.member
            ).to_dicts()[0]
            who = {"from_starter": f"{group.member} after the starter", "all": "a game"}.get(
                group.kind, group.member
            )
            who = "the starter" if (group.kind, group.member) == ("from_starter", "0") else who
            if row["estimate"] is None:
                rows.append([label, f"{who}: {metric.text}", row["reason"], "", "", ""])
                continue
            unit = f"{metric.text}, in a hundred" if metric.share else metric.text
            numbers = three_numbers(row, 100.0 if metric.share else 1.0)
            rows.append([label, f"{who}: {unit}", *numbers, f"{row['n_boards']:,}"])
    return rows
