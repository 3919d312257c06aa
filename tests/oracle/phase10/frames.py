"""The rows that one game leaves in the frames `games`, `rounds` and `hands`, from its events."""

from .cards import penalty


def frames(events):
    """Rows (dicts, columns in the order of the frames' document) of one game's transcript."""
    game, result = events[0], events[-1]
    players, names = game["players"], game["strategies"]
    which = {"cell": game["cell"], "deal": game["deal"], "game": game["number"]}
    rounds, hands = [], []
    for one in hands_of(events):
        begin, end = one[0], one[-1]
        told = one[1:-1]
        number = {"round": begin["round"]}
        rounds.append(
            which
            | number
            | {
                "first_seat": begin["first"],
                "turns": sum(event["event"] == "draw" for event in told),
                "end": end["end"],
                "winner": end["winner"],
                "playoff": begin["playoff"],
                "reshuffles": sum(event["event"] == "reshuffle" for event in told),
            }
        )
        for seat in range(players):
            hands.append(
                which
                | number
                | {"seat": seat, "strategy": names[seat], "phase": begin["phases"][seat]}
                | one_seat(told, seat)
            )
    games = [
        which
        | {
            "seat": seat,
            "strategy": names[seat],
            "score": result["scores"][seat],
            "win_share": result["win_share"][seat],
            "rounds": len(rounds),
            "end": result["end"],
        }
        for seat in range(players)
    ]
    return {"games": games, "rounds": rounds, "hands": hands}


def hands_of(events):
    """The events of each hand, from `round` to `round_end`."""
    one = []
    for event in events[1:-1]:
        one.append(event)
        if event["event"] == "round_end":
            yield one
            one = []


def one_seat(told, seat):
    """What one seat did in a hand, and what it held at the end."""
    held = list(told[0]["hands"][seat])
    turn = hits = skipped = 0
    laid_turn = -1
    for event in told[1:]:
        if event.get("seat") != seat:
            continue
        kind = event["event"]
        if kind == "draw":
            turn += 1
            held.append(event["card"])
        elif kind == "lay":
            laid_turn = turn
            for group in event["groups"]:
                for card in group["cards"]:
                    held.remove(card)
        elif kind == "hit":
            hits += 1
            held.remove(event["card"])
        elif kind == "discard":
            held.remove(event["card"])
        elif kind == "skipped":
            skipped += 1
    return {
        "laid_turn": laid_turn,
        "penalty": penalty(held),
        "wilds_left": held.count("W"),
        "skips_left": held.count("S"),
        "cards_left": len(held),
        "hits": hits,
        "skipped": skipped,
    }
