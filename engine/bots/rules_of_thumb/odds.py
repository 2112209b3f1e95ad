"""How likely it is that a hand holds certain cards."""


def holds_any(wanted: int, hidden: int, held: int) -> float:
    """The chance that a hand has at least one of some cards.

    Args:
        wanted: how many of the hidden cards would do.
        hidden: how many hidden cards there are, ``wanted`` included.
        held: how many of the hidden cards the hand has.
    """
    none = 1.0
    for missed in range(min(held, hidden)):
        none *= max(hidden - wanted - missed, 0) / (hidden - missed)
    return 1.0 - none
