"""The errors a user can cause, told in words instead of tracebacks."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

__all__ = ["ConfigError", "RunError", "StrategyError", "UserError", "nearest"]


class UserError(Exception):
    """A mistake of the user's: the command line shows it and exits with 2.

    Parameters
    ----------
    problems : str or sequence of str
        One or several complete sentences: what is wrong, where, what to do.

    Examples
    --------
    >>> UserError(["players: 5 is too many", "seed: must not be negative"]).problems
    ('players: 5 is too many', 'seed: must not be negative')
    """

    def __init__(self, problems: str | Sequence[str]) -> None:
        self.problems: tuple[str, ...] = (
            (problems,) if isinstance(problems, str) else tuple(problems)
        )
        super().__init__("\n".join(self.problems))

    def __reduce__(self) -> tuple[type[UserError], tuple[tuple[str, ...]]]:
        return type(self), (self.problems,)


class ConfigError(UserError):
    """A configuration file or option that cannot be used."""


class StrategyError(UserError):
    """A strategy that cannot be loaded, or that gave an impossible answer."""


class RunError(UserError):
    """A run folder that is missing, unfinished or damaged."""


def nearest(word: str, allowed: Iterable[str]) -> str:
    """Return ``" (did you mean 'x'?)"`` for the closest allowed word, or ``""``.

    Examples
    --------
    >>> nearest("playrs", ["players", "seed"])
    " (did you mean 'players'?)"
    >>> nearest("zzz", ["players", "seed"])
    ''
    """
    known = {each.lower(): each for each in allowed}
    match = difflib.get_close_matches(word.lower(), list(known), n=1, cutoff=0.5)
    return f" (did you mean {known[match[0]]!r}?)" if match else ""
