"""Frames made up for the charts: FRAMES.md's columns, with what a test asks for."""

import numpy as np
import pandas as pd

CONDITIONS = [f"conditions_{name}" for name in ("ends", "middle", "three_five", "four", "items")]
ENDS = ("take", "discard", "exhausted", "item_win")


def names(count):
    listed = ["rush", "baseline", "random", "guard", "a-rather-long-strategy-name-with-opens-3"]
    return (listed + [f"builder-{i}" for i in range(count)])[:count]


def phantom(strategies=3, cells=1, deals=12, players=3, rounds=2, ready=True, checks=True):
    """Frames of Phantom Rummy: every column that a chart reads, the numbers from dice."""
    rng = np.random.default_rng(strategies + 100 * cells)
    words = names(strategies)
    games, short_games, hands = [], [], []
    for cell in range(cells):
        for game in range(deals * players):
            deal, seating = divmod(game, players)
            sitting = [words[(s + seating + deal) % strategies] for s in range(players)]
            key = {"cell": cell, "deal": deal, "game": game}
            won = int(rng.integers(players))
            final = "target" if game % 3 else "rounds"
            for seat, strategy in enumerate(sitting):
                games.append(
                    key
                    | {"seat": seat, "strategy": strategy, "score": 3, "win_share": seat == won}
                    | {"rounds": rounds, "end": final}
                )
            for n in range(1, rounds + 1):
                end = ENDS[int(rng.choice(4, p=[0.5, 0.35, 0.13, 0.02]))]
                winner = -1 if end == "exhausted" else int(rng.integers(players))
                discarder = (winner + 1) % players if end == "discard" else -1
                out = end in ("take", "discard")
                size = int(rng.integers(1, 50))
                matching = int(rng.integers(0, size // 2 + 1))
                turned = 1 + int(rng.geometric(0.7) > 1) if out and checks else 0
                bonus = 2 * max(0, turned - 1)
                parts = {"points_sets": 1, "points_red": 2, "points_conditions": n % 2}
                points = sum(parts.values()) + bonus if out else 0
                short_games.append(
                    key
                    | {"round": n, "first_seat": (deal + n - 1) % players}
                    | {"turns": int(rng.integers(8, 40)), "end": end, "winner": winner}
                    | {"discarder": discarder, "points": points, "points_bonus": bonus}
                    | {part: value * out for part, value in parts.items()}
                    | dict.fromkeys(CONDITIONS, 0)
                    | {"conditions_items": out * (n % 2)}
                    | {
                        "bonus_checks": turned,
                        "paid": 2 * (discarder >= 0),
                        "pile_left": size - turned,
                    }
                    | {"bonus_matching": matching if out and checks else -1}
                    | {"bonus_expected": matching / (size - matching + 1) if out else 0.0}
                )
                for seat, strategy in enumerate(sitting):
                    turn = int(rng.integers(1, 14)) if ready and rng.random() < 0.7 else -1
                    hands.append(
                        key
                        | {"round": n, "seat": seat, "strategy": strategy, "ready_turn": turn}
                        | {"opened": 1, "gained": 0, "turns": 15}
                        | {"ready_waits": 1 + turn % 2 if turn > 0 else -1}
                        | {"ready_outs": turn % 5 if turn > 0 else -1}
                        | {"points": points if seat == winner else -2 * (seat == discarder)}
                    )
    return frames_of(games, short_games, hands)


def phase10(strategies=3, cells=1, deals=12, players=3, phases=4, playoffs=True):
    """Frames of Phase 10: a game ends when somebody laid the last phase, some in a play-off."""
    rng = np.random.default_rng(7 + strategies + 100 * cells)
    words = names(strategies)
    games, rounds, hands = [], [], []
    for cell in range(cells):
        for game in range(deals * players):
            deal, seating = divmod(game, players)
            sitting = [words[(s + seating + deal) % strategies] for s in range(players)]
            key = {"cell": cell, "deal": deal, "game": game}
            phase, n, won = [1] * players, 0, None
            while won is None or (playoffs and n == won[1] and rng.random() < 0.3):
                n += 1
                out = int(rng.integers(players))
                laid = [seat == out or rng.random() < 0.5 for seat in range(players)]
                rounds.append(
                    key
                    | {"round": n, "first_seat": (deal + n) % players}
                    | {"turns": int(rng.integers(9, 40)), "end": "out", "winner": out}
                    | {"playoff": won is not None, "reshuffles": 0}
                )
                for seat, strategy in enumerate(sitting):
                    wilds, skips = int(rng.random() < 0.1), int(rng.random() < 0.2)
                    numbers = 0 if seat == out else 5 * int(rng.integers(0, 9))
                    hands.append(
                        key
                        | {"round": n, "seat": seat, "strategy": strategy, "phase": phase[seat]}
                        | {"laid_turn": int(rng.integers(1, 9)) if laid[seat] else -1}
                        | {"penalty": numbers + 25 * wilds + 15 * skips, "cards_left": 3}
                        | {"wilds_left": wilds, "skips_left": skips, "hits": 1}
                        | {"skipped": int(rng.integers(0, 5))}
                    )
                if won is None:
                    done = [seat for seat in range(players) if laid[seat] and phase[seat] == phases]
                    phase = [min(phases, p + bool(d)) for p, d in zip(phase, laid, strict=True)]
                    won = (done[0], n) if done else None
            for seat, strategy in enumerate(sitting):
                games.append(
                    key
                    | {"seat": seat, "strategy": strategy, "score": 50, "rounds": n}
                    | {"win_share": seat == won[0], "end": "completed"}
                )
    return frames_of(games, rounds, hands)


def frames_of(games, rounds, hands):
    """Rows as frames in the types that a run has."""
    frames = {}
    for name, rows in (("games", games), ("rounds", rounds), ("hands", hands)):
        frame = pd.DataFrame(rows)
        for column in frame:
            if column in ("strategy", "end"):
                frame[column] = frame[column].astype("category")
            elif frame[column].dtype.kind == "i":
                small = "int16" if column in ("cell", "round", "turns") else "int8"
                frame[column] = frame[column].astype(
                    "int32" if column in ("deal", "game") else small
                )
        frames[name] = frame
    frames["games"]["win_share"] = frames["games"]["win_share"].astype(float)
    return frames


def first_rows(frames, deals):
    """The rows of the first few deals."""
    return {name: frame[frame["deal"] < deals] for name, frame in frames.items()}
