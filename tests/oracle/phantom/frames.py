"""The rows of the three frames, worked out from one game's events alone."""

from collections import Counter

from .cards import kinds


def short_games(events):
    """The events between each `round` and its `round_end`, both included."""
    games = []
    for event in events:
        if event["event"] == "round":
            games.append([])
        if games and event["event"] != "result":
            games[-1].append(event)
    return games


def ids(events):
    head = events[0]
    return {"cell": head["cell"], "deal": head["deal"], "game": head["number"]}


def of(events, *names):
    return [event for event in events if event["event"] in names]


def games_rows(events):
    """One row for each seat."""
    head, result = events[0], events[-1]
    return [
        ids(events)
        | {
            "seat": seat,
            "strategy": strategy,
            "score": result["scores"][seat],
            "win_share": result["win_share"][seat],
            "rounds": len(of(events, "round")),
            "end": result["end"],
        }
        for seat, strategy in enumerate(head["strategies"])
    ]


def turns_begun(head, events):
    """The seats that began a turn, in order. A turn shows by its take, all but perhaps the last."""
    seats = [event["seat"] for event in of(events, "take")]
    first = events[0]["first"]
    following = (seats[-1] + 1) % head["players"] if seats else first
    before_end = events[-2]["event"]
    if events[-1]["end"] == "exhausted":
        # The last turn has no take if its market could not be turned up, or was the pile's end.
        at_refill = before_end in ("discard", "ready", "market")
        if before_end == "draw":
            at_refill = head["ruleset"]["pile_end"] == "short" or pile_left(events) > 0
        if before_end == "market":
            at_refill = len(of(events, "market")) > 1
        if at_refill:
            seats.append(following)
    return seats


def pile_left(events):
    gone = sum(len(cards) for cards in events[1]["hands"])
    gone += sum(len(event["cards"]) for event in of(events, "market", "draw"))
    gone += sum(len(event["flips"]) for event in of(events, "score"))
    return len(events[0]["deck"]) - gone


def rounds_rows(events):
    """One row for each short game."""
    head = events[0]
    rows = []
    for game in short_games(events):
        start, end = game[0], game[-1]
        out = of(game, "out")
        nothing = dict.fromkeys(("points", "sets", "red", "conditions", "bonus", "paid"), 0)
        score = (of(game, "score") or [nothing | {"flips": []}])[0]
        rows.append(
            ids(events)
            | {
                "round": start["round"],
                "first_seat": start["first"],
                "turns": len(turns_begun(head, game)),
                "end": end["end"],
                "winner": end["winner"],
                "discarder": out[0]["from"] if out else -1,
                "points": score["points"],
                "points_sets": score["sets"],
                "points_red": score["red"],
                "points_conditions": score["conditions"],
                "points_bonus": score["bonus"],
                "bonus_checks": len(score["flips"]),
                "paid": score["paid"],
                "pile_left": pile_left(game),
            }
        )
    return rows


def hands_rows(events):
    """One row for each short game and seat."""
    head = events[0]
    rows = []
    for game in short_games(events):
        for seat, strategy in enumerate(head["strategies"]):
            row = {"round": game[0]["round"], "seat": seat, "strategy": strategy}
            rows.append(ids(events) | row | one_hand(head, game, seat))
    return rows


def one_hand(head, game, seat):
    row = {
        "opened": 0,
        "gained": 0,
        "first_open_turn": -1,
        "ready_turn": -1,
        "ready_waits": -1,
        "ready_outs": -1,
        "turns": turns_begun(head, game).count(seat),
        "points": 0,
    }
    turn = 0
    for i, event in enumerate(game):
        mine = event.get("seat") == seat
        if event["event"] == "take" and mine:
            turn += 1
        elif event["event"] in ("open", "gain") and mine:
            row["opened"] += 1
            row["gained"] += event["event"] == "gain"
            if row["opened"] == 1:
                row["first_open_turn"] = turn
        elif event["event"] == "ready" and mine:
            seen = in_sight(game[:i], seat)
            row["ready_turn"] = turn
            row["ready_waits"] = len(event["waits"])
            row["ready_outs"] = sum(4 - seen[k] for k in event["waits"])
        elif event["event"] == "score":
            if mine:
                row["points"] += event["points"]
            if event["payer"] == seat:
                row["points"] -= event["paid"]
    return row


def in_sight(game, seat):
    """Copies of each kind in the player's hand, in opened sets, discard piles and the market."""
    seen = Counter(kinds(game[1]["hands"][seat]))
    for event in game:
        mine = event.get("seat") == seat
        if event["event"] == "market":
            seen.update(kinds(event["cards"]))  # turned up
        elif event["event"] == "take" and not mine:
            seen.subtract(kinds([event["card"]]))  # into a hidden hand
        elif event["event"] == "draw" and mine:
            seen.update(kinds(event["cards"]))
        elif event["event"] == "discard" and not mine:
            seen.update(kinds([event["card"]]))  # out of a hidden hand
        elif event["event"] in ("open", "gain") and not mine:
            shown = list(event["cards"])
            if event["event"] == "gain":
                shown.remove(event["card"])  # the discard was in sight before
            seen.update(kinds(shown))
    return seen
