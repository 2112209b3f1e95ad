"""``python -m p2p`` is the command ``peerdeck``."""

import sys

from p2p.cli import main

sys.exit(main())
