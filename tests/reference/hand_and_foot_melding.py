"""Melding from a hand: HF-11 to HF-13 and nothing else.

`melds` is always one team's list of melds, `hand` a list of cards.
"""

from functools import lru_cache

from .hand_and_foot_cards import BOOK_SIZE, MELD_RANKS, WILD_CARDS, card_value, wilds_of


def open_meld(melds, rank):
    """Find the team's open meld of a rank, or None (HF-13: there is at most one)."""
    for meld in melds:
        if meld["rank"] == rank and not meld["closed"]:
            return meld
    return None


def wild_is_allowed(rules, natural, wild):
    """Tell whether a meld may be of so many naturals and wild cards."""
    if wild == 0:
        return True
    # HF-12: at least so many naturals, and always fewer wilds than naturals.
    return natural >= rules["wild_needs_naturals"] and wild < natural


def meld_moves(rules, hand, melds):
    """List the moves that put cards of the hand on the table."""
    moves = []
    for rank in MELD_RANKS:  # HF-11: threes are never melded
        held = hand.count(rank)
        meld = open_meld(melds, rank)
        if meld is None:
            # HF-11: three to seven cards.
            for natural in range(3, min(held, BOOK_SIZE) + 1):
                moves.append({"meld": {"rank": rank, "natural": natural}})
            # HF-12: two naturals and one wild card, where the option allows it.
            if held >= 2 and wild_is_allowed(rules, 2, 1):
                for wild in WILD_CARDS:
                    if wild in hand:
                        moves.append({"meld": {"rank": rank, "natural": 2, "wild": wild}})
            continue
        # HF-13: a closed book takes no more cards, so an open meld has room for one.
        if held >= 1:
            moves.append({"add": {"rank": rank, "natural": 1}})
        if wild_is_allowed(rules, meld["natural"], wilds_of(meld) + 1):
            for wild in WILD_CARDS:
                if wild in hand:
                    moves.append({"add": {"rank": rank, "wild": wild}})
    return moves


def cards_of_move(move):
    """List the cards that a meld or add move takes from the hand."""
    body = move.get("meld") or move.get("add")
    cards = [body["rank"]] * body.get("natural", 0)
    if "wild" in body:
        cards.append(body["wild"])
    return cards


def put_down(melds, rank, cards):
    """Put cards on the open meld of a rank, or start one; return that meld."""
    meld = open_meld(melds, rank)
    if meld is None:
        meld = {"rank": rank, "natural": 0, "deuces": 0, "jokers": 0, "closed": False}
        melds.append(meld)
    for card in cards:
        meld[{"2": "deuces", "JK": "jokers"}.get(card, "natural")] += 1
    # HF-13: seven cards close it.
    meld["closed"] = meld["natural"] + wilds_of(meld) == BOOK_SIZE
    return meld


def apply_meld_move(hand, melds, move):
    """Carry out a meld or add move on the given lists; return the meld."""
    cards = cards_of_move(move)
    for card in cards:
        hand.remove(card)
    body = move.get("meld") or move.get("add")
    return put_down(melds, body["rank"], cards)


@lru_cache(maxsize=200_000)
def ways_of_rank(needs_naturals, held, wild, open_natural, open_wild):
    """List all (naturals, wild cards) that one rank's melds can still take in.

    Every way to continue melding this rank is tried, move by move, with
    `held` naturals and `wild` wild cards in the hand; open_natural and
    open_wild describe the open meld (0, 0 if there is none).
    """
    rules = {"wild_needs_naturals": needs_naturals}
    start = (held, wild, open_natural, open_wild)
    seen = {start}
    to_visit = [start]
    while to_visit:
        position = to_visit.pop()
        for following in steps_of_rank(rules, position):
            if following not in seen:
                seen.add(following)
                to_visit.append(following)
    return sorted({(held - p[0], wild - p[1]) for p in seen})


def steps_of_rank(rules, position):
    """List the positions one melding move away, looking at a single rank."""
    held, wild, meld_natural, meld_wild = position
    steps = []
    if meld_natural == 0:
        for count in range(3, min(held, BOOK_SIZE) + 1):  # HF-11
            steps.append((held - count, wild, count, 0))
        if held >= 2 and wild and wild_is_allowed(rules, 2, 1):  # HF-12
            steps.append((held - 2, wild - 1, 2, 1))
    else:
        if held:
            steps.append((held - 1, wild, meld_natural + 1, meld_wild))
        if wild and wild_is_allowed(rules, meld_natural, meld_wild + 1):  # HF-12
            steps.append((held, wild - 1, meld_natural, meld_wild + 1))
    # HF-13: the seventh card closes the meld; another may then be started.
    return [(h, w, 0, 0) if n + m == BOOK_SIZE else (h, w, n, m) for h, w, n, m in steps]


def most_meldable(rules, hand, melds):
    """Give the most points that can still be melded from the hand alone (HF-16a).

    Moves in different ranks disturb each other only by the wild cards they
    use, so trying the ranks one after the other tries every way to meld.
    A deuce may go where a Joker may, so of so many wild cards the dearest go.
    """
    wilds = sorted((card_value(rules, c) for c in hand if c in WILD_CARDS), reverse=True)
    best = {0: 0}  # number of wild cards used so far -> the most points of naturals
    for rank in MELD_RANKS:
        held = hand.count(rank)
        meld = open_meld(melds, rank) or {"natural": 0, "deuces": 0, "jokers": 0}
        ways = ways_of_rank(
            rules["wild_needs_naturals"], held, len(wilds), meld["natural"], wilds_of(meld)
        )
        following = {}
        for used, points in best.items():
            for natural, wild in ways:
                if used + wild <= len(wilds):
                    total = points + natural * card_value(rules, rank)
                    following[used + wild] = max(total, following.get(used + wild, 0))
        best = following
    return max(points + sum(wilds[:used]) for used, points in best.items())
