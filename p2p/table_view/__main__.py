"""``python -m p2p.table_view`` prints the TypeScript types of views and messages, for p2p/web/src/net/proto.ts."""

import sys

from p2p.table_view.typescript import typescript

sys.stdout.write(typescript())
