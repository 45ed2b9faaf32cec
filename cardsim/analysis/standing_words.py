"""What a tournament has shown, in sentences."""

from __future__ import annotations

from cardsim.analysis.standing import Standing


def findings(found: Standing) -> list[str]:
    """Say what a tournament has shown, in sentences, the most telling first."""
    said = [_best_in_words(found)]
    close = [
        f"'{found.names[each.first]}' and '{found.names[each.second]}'"
        for each in found.differences if each.second == each.first + 1 and not each.clear
    ]
    if close:
        said.append(f"Neighbours whose ratings cannot be told apart: {'; '.join(close)}.")
    for cycle in found.cycles:
        names = [found.names[i] for i in (*cycle.players, cycle.players[0])]
        said.append(f"A cycle that a ranking hides: {' beats '.join(names)}.")
    if found.unfinished:
        share = found.unfinished / max(found.games, 1)
        said.append(
            f"{found.unfinished:,} of {found.games:,} games ({100 * share:.2g} %) did not end and "
            "are left out of shares and ratings; what is called sure or best holds whoever would "
            "have won them."
        )
    return said


def _best_in_words(found: Standing) -> str:
    level = f"{100 * found.level:g} %"
    if not found.may_be_best:
        reason = next((s.reason for s in found.scores if s.reason), "no scores")
        return f"Who is the best is not known: {reason}."
    scores = dict(zip(found.names, found.scores, strict=True))
    sure = [
        name for name in found.may_be_best
        if (best := scores[name].best) is not None and best.is_best
    ]
    if sure:
        own = scores[sure[0]].estimate or 0.0
        second = max(
            score.estimate for name, score in scores.items()
            if name != sure[0] and score.estimate is not None
        )
        return (
            f"'{sure[0]}' is the best ({level} sure): it is placed above another player in "
            f"{100 * own:.1f} of a hundred meetings, the next in {100 * second:.1f}."
        )
    names = [f"'{name}'" for name in found.may_be_best]
    listed = f"{', '.join(names[:-1])} or {names[-1]}"
    others = "" if len(names) < len(found.names) else ", which is all of them"
    return f"The best is {listed}{others} ({level} sure); these cannot be told apart."
