"""What players read, in their language.

An English text is the key of its translation. `catalogue` holds a language's texts; the file of each language,
``<code>.toml`` in this folder, is read by `p2p.commands.languages` alone. `sentences` puts events and refusals into
words. ``rules/<code>/<game>.toml`` hold the rules of each game for its players: `rulebook` reads them, `shelf` has them
all.
"""
