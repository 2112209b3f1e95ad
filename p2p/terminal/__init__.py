"""Playing in a terminal: by words, one line at a time, friendly to screen readers."""
