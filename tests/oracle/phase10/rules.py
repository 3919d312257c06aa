"""The options of section 4 of the rules and the four presets."""

ALL_PHASES = [
    ["set 3", "set 3"],
    ["set 3", "run 4"],
    ["set 4", "run 4"],
    ["run 7"],
    ["run 8"],
    ["run 9"],
    ["set 4", "set 4"],
    ["color 7"],
    ["set 5", "set 2"],
    ["set 5", "set 3"],
]
PHASE_LISTS = {"all": ALL_PHASES, "even": ALL_PHASES[1::2], "odd": ALL_PHASES[0::2]}

STANDARD = {
    "phases": "all",
    "game_end": "hand",
    "hands": None,
    "advance": "laid",
    "tie": "playoff",
    "natural": "group",
    "skip_target": "choice",
    "skip_limit": "pending",
    "hold_skips": True,
    "max_wilds_to_lay": None,
    "hit_same_turn": True,
    "go_out": "any",
    "max_turns": 300,
    "max_hands": 100,
}
PRESETS = {
    "standard": {},
    "guide": {"natural": "none"},
    "walkthrough": {"tie": "share", "natural": "none"},
    "booklet": {"tie": "share", "natural": "phase", "skip_limit": "lap"},
}


def resolve(preset="standard", **overrides):
    """Every option of a ruleset, the phases written out."""
    unknown = set(overrides) - set(STANDARD)
    if unknown:
        raise ValueError(f"no such option: {sorted(unknown)}")
    ruleset = STANDARD | PRESETS[preset] | overrides
    if (ruleset["game_end"] == "hands") != (ruleset["hands"] is not None):
        raise ValueError("'hands' goes with game_end: hands, and only with it")
    if isinstance(ruleset["phases"], str):
        ruleset["phases"] = PHASE_LISTS[ruleset["phases"]]
    ruleset["phases"] = [list(phase) for phase in ruleset["phases"]]
    return ruleset
