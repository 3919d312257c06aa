"""The four presets, resolved for a number of players: a dict with every option."""

_OFFICIAL = {
    "advanced": False,
    "short_games": {2: 6, 3: 6, 4: 8},
    "target_score": {2: 24, 3: 18, 4: 12},
    "hand_size": 7,
    "market_extra": 1,
    "opens_per_turn": 1,
    "open_draw": "refill",
    "ready_needed": "discard",
    "ready_needs_open": False,
    "ready_after_open": False,
    "bonus_check": True,
    "bonus_match": "kind",
    "bonus_points": "card",
    "ends_condition": "touch",
    "middle_condition": "all",
    "item_win": "opened",
    "item_win_sets": "three",
    "item_win_kinds": ["I1", "I2", "I3"],
    "own_discard_bar": False,
    "discarder_pays": False,
    "pile_end": "short",
}

_ARTICLE = _OFFICIAL | {
    "opens_per_turn": "any",
    "ready_needed": "always",
    "bonus_points": "flip",
    "ends_condition": "pure",
    "middle_condition": "opened",
    "item_win_sets": "all",
    "pile_end": "empty",
}

_ADVANCED = {"advanced": True, "own_discard_bar": True, "discarder_pays": True}

PRESETS = {
    "official": _OFFICIAL,
    "official-advanced": _OFFICIAL | _ADVANCED,
    "article": _ARTICLE,
    "article-advanced": _ARTICLE | _ADVANCED | {"bonus_check": False},
}


def resolve(preset, players, **overrides):
    """The preset's options with overrides, each as one value for this number of players."""
    assert overrides.keys() <= _OFFICIAL.keys(), overrides
    rules = PRESETS[preset] | overrides
    for option in ("short_games", "target_score"):
        if isinstance(rules[option], dict):
            rules[option] = rules[option][players]
    return rules
