"""Phase 10 told again, slowly and plainly, from the rules documents alone.

Cards are strings (``R12``, ``W``, ``S``), hands are lists of them, a game is the list of its
events. Nothing here imports the package that it is held against.
"""
