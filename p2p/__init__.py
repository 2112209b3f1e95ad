"""Players, tables and the links between them: everything a peer needs around the rules."""
