"""What a compiler's complaint means, in words that a strategy's author can act upon.

numba tells what it cannot compile in its own terms: types, overloads, passes.
This module knows the usual mistakes and says them plainly; whatever it does not
know is shown as it is, without the traceback.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from numba import types

from rummy_sim.core.errors import nearest

__all__ = ["complaint", "described", "function_at"]


def complaint(
    error: Exception, path: Path, records: Mapping[str, types.Record]
) -> tuple[int | None, str]:
    """Return the line of a strategy's file that cannot be compiled, and why.

    Parameters
    ----------
    error : Exception
        What numba raised.
    path : Path
        The strategy's file.
    records : mapping of str to Record
        The records that decisions get, by their names (``me``, ``table`` …).

    Returns
    -------
    line : int or None
        ``None`` when it is not known.
    reason : str
        A sentence without a full stop.
    """
    if type(error) is KeyError:
        return _unknown_field(str(error.args[0]), path, records)
    text = _shortened(str(error), records)
    reason = _first_line(text)
    for pattern, told in _KNOWN:
        if match := re.search(pattern, text, re.DOTALL):
            groups = match.groups()
            reason = told.format(*groups) if isinstance(told, str) else told(*groups)
            break
    line = _line(text, path)
    if name := re.search(r"name '(\w+)' is not defined", text):
        reason += nearest(name[1], _names(path))
        line = line or next(_lines_of(ast.Name, name[1], path), None)
    elif isinstance(error, AttributeError):
        line = line or next(_lines_of(ast.Attribute, error.name or "", path), None)
    return line, reason


def function_at(line: int, path: Path) -> str:
    """Return the name of the function that a line of a file belongs to, or ``""``."""
    around = [
        node
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or line)
    ]
    return max(around, key=lambda node: node.lineno).name if around else ""


def described(kind: object) -> str:
    """Say what a value of a numba type is.

    Examples
    --------
    >>> described(types.float64)
    'a number that need not be whole (float)'
    >>> described(types.none)
    'nothing (None)'
    """
    text = str(kind).removeprefix("Literal[")
    for start, words in _TYPES.items():
        if text.startswith(start):
            return words
    return f"a value of type {text}"


# What the names of numba's types begin with.
_TYPES = {
    "none": "nothing (None)",
    "Optional": "nothing (None) on some ways through it",
    "bool": "true or false",
    "int": "a whole number",
    "uint": "a whole number",
    "float": "a number that need not be whole (float)",
    "unicode": "text",
    "str": "text",
    "list": "a list",
    "reflected list": "a list",
    "ListType": "a list",
    "DictType": "a dict",
    "Tuple": "a tuple",
    "UniTuple": "a tuple",
    "array": "an array",
    "nestedarray": "an array",
    "Array": "an array",
    "range": "a range",
    "function": "a function",
    "type(": "a function",
    "me": "me",
    "table": "table",
    "kit": "kit",
}


def _told_operation(name: str, values: str) -> str:
    kinds = " and ".join(described(value) for value in re.split(r",\s*(?![^(\[]*[)\]])", values))
    return f"{name!r} cannot be done with {kinds}"


def _told_attribute(name: str, kind: str) -> str:
    return f"there is no {name!r} in {described(kind)}"


def _told_call(kind: str) -> str:
    return f"{described(kind)} is called as if it were a function"


def _told_variable(first: str, second: str, name: str) -> str:
    what = "the answer" if name.startswith("$") else f"the variable {name!r}"
    return (
        f"{what} is {described(first)} in one place and {described(second)} in another; "
        "it must be the same kind of value everywhere"
    )


# Patterns of numba's messages, from the particular to the general, and what to
# say: a text for str.format, or a function of the groups.
_KNOWN: tuple[tuple[str, str | Callable[..., str]], ...] = (
    (r"name '(\w+)' is not defined", "the name {!r} is not known"),
    (
        r"reflected list\(.*?assigned to variable '(\w+)' in globals",
        "{!r} is a list outside the functions; make it a tuple",
    ),
    (
        r"Untyped global name '(\w+)': Cannot determine Numba type of <class '([\w.]+)'>",
        "{!r} (a {}) cannot be used inside a decision; numbers, tuples, numpy arrays and "
        "functions can",
    ),
    (r"Unknown attribute '(\w+)' of type ([^\n]+)", _told_attribute),
    (r"Cannot unify (.+?) and (.+?) for '([\w$]+)[.\w]*'", _told_variable),
    (
        r"Cannot bind 'args=.*?to signature '\((.*?)\)' due to \"TypeError: ([^\"]+)\"",
        "a function that takes ({}) is called with other arguments: {}",
    ),
    (
        r"(missing a required argument: '\w+'|too many positional arguments)",
        "a function is called with other arguments than it takes: {}",
    ),
    (r"exception_match", "only 'except Exception' is possible, no particular exception"),
    (
        r"No implementation of function Function\(<\S+ \w*\s*'?(\w+)'?.*?>>> \w+\(([^\n]*)\)\n",
        _told_operation,
    ),
    (r"Invalid use of (\S+) with parameters.*as a callable", _told_call),
    (
        r"Cannot infer the type of variable '(\w+)'.*?list\(undefined\)",
        "nothing tells what the empty list {!r} will hold",
    ),
    (
        r"use of yield in a closure",
        "generator expressions are not possible; write a loop instead",
    ),
    (
        r"Cannot capture the non-constant value associated with variable '(\w+)'",
        "a function inside the function cannot use {!r}; write a loop instead",
    ),
    (r"runaway recursion", "a function calls itself without end"),
    (r"opcode \(STORE_GLOBAL\)", "a decision cannot change a name outside itself ('global')"),
    (r"opcode \(IMPORT_", "imports belong to the top of the file"),
    (r"'with \(context manager\)", "'with' is not possible"),
    (r"opcode \((\w+)\)", "this kind of statement ({}) is not possible"),
)


def _shortened(text: str, records: Mapping[str, types.Record]) -> str:
    """Put the records' names in place of their types, which fill pages."""
    for name, record in records.items():
        text = text.replace(str(record), name)
    return text


def _first_line(text: str) -> str:
    """Return the first line of a message that says something."""
    skipped = ("Failed in", "During:", "File ", "-", "[", "<", "Rejected", "^")
    lines = (line.strip() for line in text.splitlines())
    return next(
        (line for line in lines if line and not line.startswith(skipped)), "no reason given"
    )


def _line(text: str, path: Path) -> int | None:
    """Return the innermost line of the file that a message mentions."""
    # numba writes 'File "folder/file.py", line 3:' and 'at /folder/file.py (3)'.
    place = re.search(rf'{re.escape(path.name)}(?:", line (\d+)| \((\d+)\))', text)
    return int(place[1] or place[2]) if place else None


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_bytes())


def _names(path: Path) -> list[str]:
    """Return the names that a file's functions may use."""
    found = list(dir(builtins))
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.FunctionDef):
            found.append(node.name)
        elif isinstance(node, ast.ImportFrom | ast.Import):
            found += [alias.asname or alias.name for alias in node.names]
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.append(node.id)
    return found


def _lines_of(kind: type[ast.expr], name: str, path: Path) -> Iterator[int]:
    """Return the lines on which a file uses a name or an attribute."""
    for node in ast.walk(_tree(path)):
        if isinstance(node, kind) and name in (getattr(node, "id", ""), getattr(node, "attr", "")):
            yield node.lineno


def _unknown_field(
    name: str, path: Path, records: Mapping[str, types.Record]
) -> tuple[int | None, str]:
    """Find where a field is used that no record has."""
    owner, line = next(
        (
            (getattr(node.value, "id", ""), node.lineno)
            for node in ast.walk(_tree(path))
            if isinstance(node, ast.Attribute) and node.attr == name
        ),
        ("", None),
    )
    fields = {owner: records[owner]} if owner in records else records
    known = [field for record in fields.values() for field in record.fields]
    return line, f"there is no field {name!r} in {' or '.join(fields)}{nearest(name, known)}"
