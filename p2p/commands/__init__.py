"""The commands of ``peerdeck``, one module each: its options and what it does."""
