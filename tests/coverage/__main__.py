"""Write docs/coverage.md: `make coverage`, or `python -m tests.coverage [REPLICATIONS]`."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.coverage import amounts, differences, families, looks, seats, shares, unfinished

# A table is a function of the number of replications; a new one is added here.
TABLES = (
    shares.table, amounts.table, differences.table, unfinished.table, looks.table, looks.saving,
    families.table, seats.table, seats.control_table, seats.plan_table,
)
REPLICATIONS = 3_000

HEAD = """# How often the intervals are right

A 95 % interval promises that of a hundred runs with other seeds, about 95 hold the true value. Here that is put to the test, with dice whose truth is known: boards are made up by a rule, cardsim's own formulas are asked for the interval, and it is counted how often the truth lies in it. What is promised is at least 94 in a hundred, and no more than 97.5 unless few outcomes are possible (an interval that is always right is too wide to be of use). Where a formula cannot keep that, it gives a reason in place of a number.

How the intervals are made is said in [results.md](results.md). These tables are made by `make coverage`, with {replications:,} runs a cell at most; a figure near 95 is itself uncertain by about {noise:.1f}.

"""


def main() -> None:
    replications = int(sys.argv[1]) if len(sys.argv) > 1 else REPLICATIONS
    noise = 196 * (0.95 * 0.05 / replications) ** 0.5
    parts = [HEAD.format(replications=replications, noise=noise)]
    for make in TABLES:
        parts.append(make(replications).markdown())
        print(parts[-1], flush=True)
    target = Path(__file__).parents[2] / "docs" / "coverage.md"
    target.write_text("\n".join(parts).replace("\n\n\n", "\n\n"), encoding="utf-8")


if __name__ == "__main__":
    main()
