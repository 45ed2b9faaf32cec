"""Where the boards of each kind of run begin, so that nothing is judged on boards it was tuned on.

An experiment begins at board 0, or at its config's ``first_board``. The ranges are 10¹² boards
apart, more than any run may have, so with one seed no two kinds of run share a board.
"""

MATCH = 1_000_000_000_000
TOURNAMENT = 2_000_000_000_000
PLAN_PILOT = 3_000_000_000_000  # of `cardsim plan`
BEST = 4_000_000_000_000
CONTROL_PILOT = 5_000_000_000_000  # of control variates
