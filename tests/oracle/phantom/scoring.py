"""What going out scores."""

from .cards import black_first, is_item, is_red, kind, number
from .hand import splits


def flat(sets):
    return [card for one in sets for card in one]


def item_sets(sets):
    """Those of the sets that are made only of Items."""
    return [one for one in sets if all(is_item(card) for card in one)]


def is_item_win(rules, opened, hand):
    """Whether the opened sets and a red victory Item in them or in the hand win the game."""
    if len(item_sets(opened)) < 3:
        return False
    if rules["item_win_sets"] == "all" and len(item_sets(opened)) < len(opened):
        return False
    return any(
        is_red(card) and kind(card) in rules["item_win_kinds"] for card in flat(opened) + hand
    )


def is_end_card(card):
    return is_item(card) or number(card) in (1, 7)


def ends_hold(rules, opened, in_hand):
    if rules["ends_condition"] == "pure":
        return all(is_end_card(card) for card in flat(opened))
    return all(any(is_end_card(card) for card in one) for one in opened + in_hand)


def middle_holds(rules, opened, in_hand):
    looked_at = opened + in_hand if rules["middle_condition"] == "all" else opened
    return not any(is_end_card(card) for card in flat(looked_at))


def one_attribute(opened, in_hand):
    return len({card[0] for card in flat(opened + in_hand) if not is_item(card)}) == 1


def conditions(rules, opened, in_hand):
    """Points of the red cards whose conditions are met (advanced rules)."""
    return sum(points_by_condition(rules, opened, in_hand).values())


def points_by_condition(rules, opened, in_hand):
    """The same, condition by condition."""
    points = {"ends": 0, "middle": 0, "three_five": 0, "four": 0, "items": 0}
    for card in flat(opened + in_hand):
        if not is_red(card):
            continue
        if is_item(card):
            if kind(card) not in rules["item_win_kinds"]:
                points["items"] += 1
        elif number(card) in (1, 7):
            points["ends"] += 2 if ends_hold(rules, opened, in_hand) else 0
        elif number(card) in (2, 6):
            points["middle"] += 2 if middle_holds(rules, opened, in_hand) else 0
        elif number(card) in (3, 5):
            points["three_five"] += 2 if len(opened) >= 3 else 0
        else:
            points["four"] += 5 if one_attribute(opened, in_hand) else 0
    return points


def lay_out(hand, split):
    """The hand's cards as the split's sets, black copies first from the small set on."""
    left = list(hand)
    sets = []
    for wanted in split:
        sets.append(black_first(left, wanted))
        for card in sets[-1]:
            left.remove(card)
    return sets


def best_split(rules, opened, hand):
    """The hand's three sets: of the splits worth the most the first in canonical order."""
    layouts = [lay_out(hand, split) for split in splits(hand)]
    if not rules["advanced"]:
        return layouts[0]
    return max(layouts, key=lambda in_hand: conditions(rules, opened, in_hand))


def matches(rules, flipped, card):
    """Whether a card turned over for the bonus check goes with a card of the winner."""
    if rules["bonus_match"] == "title" and not is_item(flipped):
        return number(flipped) == number(card)
    return kind(flipped) == kind(card)


def bonus_check(rules, cards, pile):
    """(points, cards turned over) of the bonus check against the draw pile, top first."""
    points, flips = 0, []
    if not rules["bonus_check"]:
        return points, flips
    for flipped in pile:
        flips.append(flipped)
        matching = sum(matches(rules, flipped, card) for card in cards)
        if not matching:
            break
        points += matching if rules["bonus_points"] == "card" else 1
    return points, flips


def score(rules, opened, hand, pile):
    """The parts of the score, with the split and the cards turned over."""
    in_hand = best_split(rules, opened, hand)
    cards = flat(opened) + hand
    red = 0 if rules["advanced"] else sum(is_red(card) for card in cards)
    met = conditions(rules, opened, in_hand) if rules["advanced"] else 0
    bonus, flips = bonus_check(rules, cards, pile)
    return {
        "hand": in_hand,
        "sets": len(opened),
        "red": red,
        "conditions": met,
        "bonus": bonus,
        "flips": flips,
        "points": len(opened) + red + met + bonus,
    }
