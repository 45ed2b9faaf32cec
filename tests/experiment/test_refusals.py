"""What bad input gets: a clear refusal, exit code 2, nothing written.

Each message names the key's path, what was found, what is allowed, and the nearest known name.
"""

import pytest

from cardsim.engine.discovery import find_strategies
from cardsim.engine.registry import find_game
from cardsim.plots.names import FIGURES

GAME = 'game = "johnny_bagel"\n'
HEAD = GAME + "boards = 10\n"
PAIR = '[lineup]\nplayers = ["lowest", "random"]\n'
FOUR = '[lineup]\nplayers = "lowest"\nseats = 4\n'

KEYS = (
    "title, game, seed, boards, precision, max_boards, first_board, lineup, lineups, rules, "
    "variants, report, compute"
)
OPTIONS = (
    "max_turns, first_dealer, decks, jokers_per_deck, effects, burn_run, exchange, starter, "
    "voluntary_pickup, take_face_up, combine, special_finish, deals"
)
PLAYERS = "a list of strategies, one a player, or one name with seats = [...]"
EFFECTS = (
    "a table from rank (2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K, A, Joker) to a list of anytime, reset, "
    "burn, again, transparent, lower, reverse, skip"
)
BOARDS = "a whole number, 1 to 10,000,000,000"
SEED = "a whole number from 0 to 2^63 - 1"

UNKNOWN_KEYS = [
    (HEAD + "sed = 3\n" + PAIR, f"sed: unknown key; known: {KEYS}. Did you mean 'seed'?"),
    (HEAD + "zzzz = 3\n" + PAIR, f"zzzz: unknown key; known: {KEYS}."),
    (HEAD + '"int" = 3\n' + PAIR, f"int: unknown key; known: {KEYS}."),
    (HEAD + PAIR + "rotat = true\n",
     "lineup.rotat: unknown key; known: name, players, teams, seats, rotate, seating, params, labels. Did "
     "you mean 'rotate'?"),
    (HEAD + '[[lineups]]\nplayers = ["lowest", "random"]\nseets = 2\n',
     "lineups.0.seets: unknown key; known: name, players, teams, seats, rotate, seating, params, labels. "
     "Did you mean 'seats'?"),
    (HEAD + PAIR + "[rules]\nburn_ru = 4\n",
     f"rules.burn_ru: unknown key; known: {OPTIONS}. Did you mean 'burn_run'?"),
    (HEAD + PAIR + '[[variants]]\nname = "a"\n[[variants]]\nname = "b"\nrules = { deal = 4 }\n',
     f"variants.1.rules.deal: unknown key; known: {OPTIONS}. Did you mean 'deals'?"),
    (HEAD + PAIR + '[[variants]]\nname = "a"\nrule = { deals = 4 }\n',
     "variants.0.rule: unknown key; known: name, rules. Did you mean 'rules'?"),
    (HEAD + PAIR + '[report]\nmetric = ["loses"]\n',
     "report.metric: unknown key; known: metrics, plots, level. Did you mean 'metrics'?"),
    (HEAD + PAIR + "[compute]\njob = 2\n",
     "compute.job: unknown key; known: jobs, backend, scheduler, part_games. Did you mean 'jobs'?"),
    (HEAD + PAIR + "[lineup.params.lowst]\nx = 1\n",
     "lineup.params.lowst: no such strategy or player in the line-up; known: lowest, random, 0, 1. "
     "Did you mean 'lowest'?"),
    (HEAD + PAIR + "[lineup.params.2]\nx = 1\n",
     "lineup.params.2: no such strategy or player in the line-up; known: lowest, random, 0, 1."),
    (HEAD + PAIR + "[lineup.params.01]\nx = 1\n",
     "lineup.params.01: no such strategy or player in the line-up; known: lowest, random, 0, 1. "
     "Did you mean '1'?"),
    (HEAD + PAIR + '[lineup.params."²"]\nx = 1\n',
     "lineup.params.²: no such strategy or player in the line-up; known: lowest, random, 0, 1."),
    (HEAD + PAIR + "[lineup.params.random]\nx = 1\n",
     "lineup.params.random.x: strategy 'random' has no such dial; known: none."),
    (HEAD + PAIR + "[lineup.params.1.deep]\nx = 1\n",
     "lineup.params.1.deep: strategy 'random' has no such dial; known: none."),
]

WRONG_TYPES = [
    ("game = 3\nboards = 1\n" + PAIR, "game: found 3; allowed: the id of a game."),
    (HEAD + "title = 3\n" + PAIR, "title: found 3; allowed: a text."),
    (GAME + "boards = 1.5\n" + PAIR, f"boards: found 1.5; allowed: {BOARDS}."),
    (GAME + 'boards = "many"\n' + PAIR, f'boards: found "many"; allowed: {BOARDS}.'),
    (GAME + "boards = true\n" + PAIR, f"boards: found true; allowed: {BOARDS}."),
    (GAME + 'precision = "fine"\n' + PAIR, 'precision: found "fine"; allowed: a number above 0.'),
    (HEAD + 'seed = "x"\n' + PAIR, f'seed: found "x"; allowed: {SEED}.'),
    (HEAD + "lineup = 3\n", "lineup: found 3; allowed: a table."),
    (HEAD + '[[lineup]]\nplayers = ["lowest", "random"]\n',
     "lineup: found a list of tables; allowed: a table."),
    (HEAD + "[lineups]\n", "lineups: found a table; allowed: a list of tables."),
    (HEAD + "[lineup]\nplayers = 3\n", f"lineup.players: found 3; allowed: {PLAYERS}."),
    (HEAD + '[lineup]\nplayers = ["lowest", 3]\n',
     f"lineup.players.1: found 3; allowed: {PLAYERS}."),
    (HEAD + '[lineup]\nplayers = "lowest"\nseats = "4"\n',
     'lineup.seats: found "4"; allowed: a number of players, or a list of them.'),
    (HEAD + '[lineup]\nplayers = "lowest"\nseats = [2, true]\n',
     "lineup.seats.1: found true; allowed: a number of players, or a list of them."),
    (HEAD + PAIR + "rotate = 1\n", "lineup.rotate: found 1; allowed: true or false."),
    (HEAD + PAIR + 'seating = "al"\n',
     'lineup.seating: found "al"; allowed: "fixed", "rotations" or "all". Did you mean '
     "'all'?"),
    (HEAD + PAIR + 'rotate = true\nseating = "fixed"\n',
     'lineup: seating: found "fixed" beside rotate = true, which means "rotations"; leave one of '
     "them out."),
    (HEAD + "first_board = -1\n" + PAIR,
     "first_board: found -1; allowed: a whole number, 0 to 9,000,000,000,000,000,000."),
    (HEAD + PAIR + "params = 1\n",
     "lineup.params: found 1; allowed: a table of dials for each strategy, or for each player (0, "
     "1, …)."),
    (HEAD + PAIR + "[lineup.params]\nlowest = 1\n",
     "lineup.params.lowest: found 1; allowed: a table of dials for each strategy, or for each "
     "player (0, 1, …)."),
    (HEAD + "rules = 3\n" + PAIR, "rules: found 3; allowed: a table of options."),
    (HEAD + PAIR + '[rules]\nexchange = "yes"\n',
     'rules.exchange: found "yes"; allowed: true or false.'),
    (HEAD + PAIR + "[rules]\njokers_per_deck = 1.5\n",
     "rules.jokers_per_deck: found 1.5; allowed: a whole number, 0 to 4."),
    (HEAD + PAIR + '[rules.effects]\n7 = "burn"\n',
     f'rules.effects.7: found "burn"; allowed: {EFFECTS}.'),
    (HEAD + "variants = 3\n" + PAIR,
     "variants: found 3; allowed: a list of tables with name and rules."),
    (HEAD + PAIR + '[variants]\nname = "a"\n',
     "variants: found a table; allowed: a list of tables with name and rules."),
    (HEAD + PAIR + "[[variants]]\nname = 3\n", "variants.0.name: found 3; allowed: a name."),
    (HEAD + PAIR + '[[variants]]\nname = "a"\nrules = [3]\n',
     "variants.0.rules: found [3]; allowed: a table of options."),
    (HEAD + "report = 3\n" + PAIR, "report: found 3; allowed: a table."),
    (HEAD + PAIR + '[report]\nmetrics = "loses"\n',
     'report.metrics: found "loses"; allowed: a list of metrics.'),
    (HEAD + PAIR + '[report]\nlevel = "high"\n',
     'report.level: found "high"; allowed: a number above 0.5 and below 1.'),
    (HEAD + PAIR + '[compute]\njobs = "all"\n',
     'compute.jobs: found "all"; allowed: a whole number, 0 (all cores) to 1,024.'),
]

UNKNOWN_NAMES = [
    ('game = "johny_bagel"\nboards = 1\n' + PAIR,
     'game: found "johny_bagel"; allowed: bacon, hand_and_foot, huit_americain, johnny_bagel. Did '
     "you mean 'johnny_bagel'?"),
    (HEAD + '[lineup]\nplayers = ["lowst", "random"]\n',
     'lineup.players: found the strategy "lowst"; known for johnny_bagel: <strategies>. Did you '
     "mean 'lowest'?"),
    (HEAD + '[[lineups]]\nname = "a"\nplayers = "randm"\nseats = 2\n',
     'lineups.0.players: found the strategy "randm"; known for johnny_bagel: <strategies>. Did you '
     "mean 'random'?"),
    (HEAD + '[lineup]\nplayers = ["own.py:mine", "random"]\n',
     'lineup.players: found the strategy "own.py:mine"; there is no file own.py.'),
    (HEAD + PAIR + '[report]\nmetrics = ["loses", "lose"]\n',
     'report.metrics: found "lose"; known for johnny_bagel: <metrics>. Did you mean \'loses\'?'),
    (HEAD + PAIR + '[report]\nplots = ["seat_advantge"]\n',
     'report.plots: found "seat_advantge"; known: <figures>. Did you mean \'seat_advantage\'?'),
    (HEAD + PAIR + '[rules]\nstarter = "lowst"\n',
     'rules.starter: found "lowst"; allowed: "lowest" or "left_of_dealer". Did you mean '
     "'lowest'?"),
    (HEAD + PAIR + '[compute]\nbackend = "thread"\n',
     'compute.backend: found "thread"; allowed: "threads", "processes" or "dask". Did you mean '
     "'threads'?"),
    (HEAD + PAIR + '[rules.effects]\n7 = ["brn"]\n',
     'rules.effects: 7: found the effect "brn"; allowed: anytime, reset, burn, again, transparent, '
     "lower, reverse, skip. Did you mean 'burn'?"),
]

OUT_OF_RANGE = [
    (GAME + "boards = 0\n" + PAIR, f"boards: found 0; allowed: {BOARDS}."),
    (GAME + "boards = -5\n" + PAIR, f"boards: found -5; allowed: {BOARDS}."),
    (GAME + f"boards = {10**30}\n" + PAIR, f"boards: found {10**30}; allowed: {BOARDS}."),
    (GAME + "precision = 0\n" + PAIR, "precision: found 0; allowed: a number above 0."),
    (GAME + "precision = nan\n" + PAIR, "precision: found nan; allowed: a number above 0."),
    (GAME + "precision = 1\nmax_boards = 0\n" + PAIR, f"max_boards: found 0; allowed: {BOARDS}."),
    (GAME + "boards = 10\nmax_boards = 5\n" + PAIR,
     "max_boards: it goes with precision; boards says how many there are."),
    (HEAD + "seed = -1\n" + PAIR, f"seed: found -1; allowed: {SEED}."),
    (HEAD + f"seed = {2**63}\n" + PAIR, f"seed: found {2**63}; allowed: {SEED}."),
    (HEAD + FOUR + "[rules]\ndecks = 0\n",
     'rules.decks: found 0; allowed: "auto" or a whole number, 1 to 4.'),
    (HEAD + FOUR + "[rules]\nburn_run = 5\n",
     "rules.burn_run: found 5; allowed: 0 (off), or 3 to 4: there are 4 copies of a rank in play."),
    (HEAD + FOUR + "[rules]\nfirst_dealer = 4\n",
     'rules.first_dealer: found 4; allowed: a seat from 0 to 3, or "random".'),
    (HEAD + FOUR + "[rules]\nmax_turns = 0\n",
     "rules.max_turns: found 0; allowed: a whole number, 1 to 1,000,000."),
    (HEAD + FOUR + '[[variants]]\nname = "a"\nrules = { decks = 0 }\n',
     'variants.0.rules.decks: found 0; allowed: "auto" or a whole number, 1 to 4.'),
    (HEAD + '[lineup]\nplayers = "lowest"\nseats = 5\n[[variants]]\nname = "a"\n[[variants]]\n'
     'name = "b"\nrules = { decks = 1 }\n',
     "variants.1.rules.decks: 5 players need 60 cards, but 1 pack(s) with 2 Jokers each have 54; "
     "allowed: more packs (decks, up to 4) or fewer players."),
    (HEAD + '[lineup]\nplayers = "lowest"\nseats = [4, 14]\n',
     "lineup.seats: found 14 players; allowed: 2 to 13 in Johnny Bagel."),
    (HEAD + '[lineup]\nplayers = "lowest"\nseats = -3\n',
     "lineup.seats: found -3 players; allowed: 2 to 13 in Johnny Bagel."),
    (HEAD + '[lineup]\nplayers = ["lowest"]\n',
     "lineup.players: found 1 player; allowed: 2 to 13 in Johnny Bagel."),
    (HEAD + "[lineup]\nplayers = [" + 14 * '"lowest", ' + "]\n",
     "lineup.players: found 14 players; allowed: 2 to 13 in Johnny Bagel."),
    (HEAD + PAIR + "seats = 3\n",
     "lineup.seats: found 3; allowed: 2, the number of players named (or leave it out)."),
    (HEAD + PAIR + "[report]\nlevel = 95\n",
     "report.level: found 95; allowed: a number above 0.5 and below 1."),
    (HEAD + PAIR + "[compute]\njobs = -1\n",
     "compute.jobs: found -1; allowed: a whole number, 0 (all cores) to 1,024."),
    (HEAD + PAIR + "[compute]\npart_games = 0\n",
     "compute.part_games: found 0; allowed: a whole number from 1."),
]

INCOMPLETE = [
    ("boards = 1\n" + PAIR, "game: missing; needed: the id of a game."),
    (GAME + PAIR, "boards: give either boards or precision."),
    (HEAD + "precision = 0.1\n" + PAIR, "boards: give either boards or precision."),
    (HEAD, "lineup: give either [lineup] or [[lineups]]."),
    (HEAD + PAIR + '[[lineups]]\nplayers = ["lowest", "random"]\n',
     "lineup: give either [lineup] or [[lineups]]."),
    (HEAD + "lineups = []\n", "lineups: the list is empty; name at least one line-up."),
    (HEAD + "[lineup]\n", "lineup: give either players or teams."),
    (HEAD + PAIR + 'teams = ["lowest", "random"]\n', "lineup: give either players or teams."),
    (HEAD + "[lineup]\nplayers = []\n",
     "lineup.players: the list is empty; name at least one strategy."),
    (HEAD + "[[lineups]]\nteams = []\n",
     "lineups.0.teams: the list is empty; name at least one strategy."),
    (HEAD + '[lineup]\nplayers = "lowest"\n',
     "lineup.seats: missing; one name alone (lowest) needs seats, such as seats = 4 or seats = "
     "[2, 3, 4]."),
    (HEAD + '[lineup]\nplayers = "lowest"\nseats = []\n',
     "lineup.seats: the list is empty; name at least one number of players."),
    (HEAD + "variants = []\n" + PAIR,
     "variants: the list is empty; leave it out, or name at least one variant."),
    (HEAD + PAIR + "[[variants]]\nrules = {}\n", "variants.0.name: missing; needed: a name."),
    (HEAD + PAIR + '[[variants]]\nname = ""\n', 'variants.0.name: found ""; allowed: a name.'),
    (HEAD + PAIR + "[report]\nmetrics = []\n",
     "report.metrics: the list is empty; known: <metrics>."),
]

TWICE = [
    (HEAD + PAIR + 2 * '[[variants]]\nname = "a"\n', 'variants: the name "a" is used twice.'),
    (HEAD + 2 * '[[lineups]]\nname = "a"\nplayers = "lowest"\nseats = 2\n',
     'lineups: the name "a" is used twice.'),
    (HEAD + 2 * '[[lineups]]\nplayers = "lowest"\nseats = 2\n',
     "lineups: each needs a name of its own."),
    (HEAD + '[lineup]\nplayers = "lowest"\nseats = [4, 2, 4]\n',
     "lineup.seats: the number 4 is named twice."),
]

SEVERAL = [
    (HEAD + "sed = 3\n" + PAIR + "rotate = 2\n",
     "lineup.rotate: found 2; allowed: true or false.\n"
     f"sed: unknown key; known: {KEYS}. Did you mean 'seed'?"),
]

NOT_TOML = [
    ("game = johnny\n", "bad.toml: not TOML: Invalid value (at line 1, column 8)."),
    (HEAD + '[lineup\nplayers = "lowest"\n',
     "bad.toml: not TOML: Expected ']' at the end of a table declaration (at line 3, column 8)."),
    (GAME + GAME, "bad.toml: not TOML: Cannot overwrite a value (at line 2, column 22)."),
    ("", "game: missing; needed: the id of a game."),
]

CASES = [
    *UNKNOWN_KEYS, *WRONG_TYPES, *UNKNOWN_NAMES, *OUT_OF_RANGE, *INCOMPLETE, *TWICE, *SEVERAL,
    *NOT_TOML,
]


def snapshot(message):
    """Fill in the lists of names that others may add to."""
    known = {
        "<strategies>": find_strategies("johnny_bagel"),
        "<metrics>": find_game("johnny_bagel").all_metrics, "<figures>": FIGURES,
    }
    for mark, names in known.items():
        message = message.replace(mark, ", ".join(names))
    return message


@pytest.mark.parametrize(("text", "message"), CASES, ids=[message[:60] for _, message in CASES])
def test_a_bad_config_is_refused_and_nothing_written(workdir, cli, text, message):
    (workdir / "bad.toml").write_text(text, encoding="utf-8")
    for command in ("experiment", "check", "replay"):
        outcome = cli(command, "bad.toml")
        assert outcome.err == f"error: {snapshot(message)}\n"
        assert outcome.code == 2
        assert outcome.out == ""
    assert [path.name for path in workdir.iterdir()] == ["bad.toml"]
