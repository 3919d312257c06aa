"""``python -m rummy_sim`` is the command ``rummy-sim``."""

import sys

from rummy_sim.cli import main

if __name__ == "__main__":
    sys.exit(main())
