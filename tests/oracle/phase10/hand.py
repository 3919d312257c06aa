"""What a hand lacks for a phase, and every way to lay it, by trying everything.

A phase is a sequence of groups such as ``set 3``, ``run 4``, ``color 7``. A *filling* of a group
is the number cards of the hand that go into it and what the group stands for: the number of a
set, the lowest number of a run, the colour of a colour group. Wilds take the empty places.
"""

from functools import cache, lru_cache
from itertools import combinations, product

from .cards import COLOUR, COLOURS, NUMBER, ORDER, in_order, penalty, without

BY_COLOUR_LAST = {"set": 0, "run": 1, "color": 2}


@cache
def parsed(phase):
    """(('set', 3), ('run', 4)) for the phase ('set 3', 'run 4')."""
    return tuple((group.split()[0], int(group.split()[1])) for group in phase)


def picks(cards, least, most):
    """Every different choice of `least` to `most` of the cards, in the order of the cards."""
    sizes = range(max(least, 0), most + 1)
    return list(dict.fromkeys(chosen for n in sizes for chosen in combinations(cards, n)))


def fillings(cards, kind, size, least):
    """Every (stands for, number cards used) of a group, with at least `least` cards used."""
    if kind == "run":
        for start in range(1, 14 - size):
            places = [
                [*dict.fromkeys(card for card in cards if NUMBER[card] == number), None]
                for number in range(start, start + size)
            ]
            for chosen in product(*places):
                used = tuple(card for card in chosen if card is not None)
                if len(used) >= least:
                    yield start, used
    elif kind == "set":
        for number in range(1, 13):
            fitting = [card for card in cards if NUMBER[card] == number]
            for used in picks(fitting, least, size):
                yield number, used
    else:
        for colour in COLOURS:
            fitting = [card for card in cards if COLOUR[card] == colour]
            for used in picks(fitting, least, size):
                yield colour, used


def most_used(cards, kind, size):
    """The most number cards that can go into one group."""
    if kind == "run":
        held = {NUMBER[card] for card in cards}
        return max(len(held & set(range(low, low + size))) for low in range(1, 14 - size))
    trait = NUMBER if kind == "set" else COLOUR
    traits = [trait[card] for card in cards]
    return min(size, max(map(traits.count, traits), default=0))


@lru_cache(maxsize=500_000)
def shapes(cards, groups):
    """Every (places left empty, groups without a number card) that the cards can give."""
    (kind, size), rest = groups[0], groups[1:]
    if not rest:  # what the last group does not use, nobody else could use
        used = most_used(cards, kind, size)
        return frozenset([(size - used, int(used == 0))])
    found = set()
    for used in {used for _, used in fillings(cards, kind, size, 0)}:
        for empty, bare in shapes(without(cards, used), rest):
            found.add((empty + size - len(used), bare + (not used)))
    return frozenset(found)


def need(hand, phase, natural):
    """The fewest number cards that, added to the hand, allow the phase to be laid.

    Added cards fill empty places, first those of the groups that must have a number card and
    have none; then Wilds fill what is left. Copies in the deck are not counted.
    """
    groups = tuple(sorted(parsed(tuple(phase)), key=lambda group: BY_COLOUR_LAST[group[0]]))
    numbers = [card for card in hand if card in NUMBER]
    if all(kind != "color" for kind, _ in groups):
        # No group asks for a colour, so forget the colours: fewer different hands to work out.
        numbers = [f"R{NUMBER[card]}" for card in numbers]
    wilds = hand.count("W")
    return fewest_added(in_order(numbers), wilds, groups, natural)


@lru_cache(maxsize=500_000)
def fewest_added(numbers, wilds, groups, natural):
    def asked(bare):
        if natural == "group":
            return bare
        return int(natural == "phase" and bare == len(groups))

    return min(max(empty - wilds, asked(bare)) for empty, bare in shapes(numbers, groups))


def ways_with(cards, groups, wilds):
    """Every way to lay with exactly so many Wilds: a filling for each group."""
    if not groups:
        if wilds == 0:
            yield ()
        return
    (kind, size), rest = groups[0], groups[1:]
    for stands, used in fillings(cards, kind, size, size - wilds):
        for others in ways_with(without(cards, used), rest, wilds - (size - len(used))):
            yield ((stands, used), *others)


def natural_enough(way, natural):
    if natural == "group":
        return all(used for _, used in way)
    return natural == "none" or any(used for _, used in way)


def written_out(way, groups):
    """For each group the list of (card, what it stands for): runs upwards, Wilds of others last."""
    lists = []
    for (kind, size), (stands, used) in zip(groups, way, strict=True):
        if kind == "run":
            held = {NUMBER[card]: card for card in used}
            numbers = range(stands, stands + size)
            lists.append([(held.get(number, "W"), str(number)) for number in numbers])
        else:
            cards = [*used, *["W"] * (size - len(used))]
            lists.append([(card, str(stands)) for card in cards])
    return lists


def ways_to_lay(hand, phase, natural):
    """Every way to lay the phase from the hand, those with fewer Wilds first."""
    groups = parsed(tuple(phase))
    numbers = in_order(card for card in hand if card in NUMBER)
    for wilds in range(hand.count("W") + 1):
        for way in ways_with(numbers, groups, wilds):
            if natural_enough(way, natural):
                yield written_out(way, groups)


def choice(hand, phase, natural):
    """*The choice of cards to lay* of section 5, or None where the phase cannot be laid."""
    if need(hand, phase, natural) > 0:
        return None
    chosen = best_way(in_order(hand), tuple(phase), natural)
    return [list(group) for group in chosen]


@lru_cache(maxsize=100_000)
def best_way(hand, phase, natural):
    groups = parsed(phase)
    numbers = tuple(card for card in hand if card in NUMBER)
    for wilds in range(hand.count("W") + 1):
        ways = [way for way in ways_with(numbers, groups, wilds) if natural_enough(way, natural)]
        if ways:
            return written_out(min(ways, key=lambda way: preference(way, groups)), groups)
    raise ValueError(f"{phase} cannot be laid from {hand}")


def preference(way, groups):
    """The lower, the better, among ways with equally many Wilds."""
    laid = in_order(card for _, used in way for card in used)
    meanings = [COLOURS.index(s) if s in list(COLOURS) else s for s, _ in way]
    # The rules leave open which of the chosen cards lies in which group: first come, first laid.
    listed = [[ORDER[card] for card, _ in group] for group in written_out(way, groups)]
    return -penalty(laid), [ORDER[card] for card in laid], meanings, listed
