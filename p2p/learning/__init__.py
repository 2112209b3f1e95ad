"""Every game as an environment for learners, in the manner of PettingZoo (https://pettingzoo.farama.org, AEC).

``p2p.learning.env("xing")`` needs what ``pip install 'peerdeck[learn]'`` installs. What a learner sees and what its
numbers mean stand in `p2p.learning.sights` and `p2p.learning.codings`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pettingzoo import AECEnv

__all__ = ["env"]

NEEDS = "The environments for learners need PettingZoo: pip install 'peerdeck[learn]'"


def env(
    game: str,
    *,
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
    hands: int | None = None,
    cap: int = 4000,
) -> AECEnv:
    """A game as an environment; each episode is a match.

    A learner is ``seat_0``, ``seat_1`` …. It observes ``observation``, a row of whole numbers, and ``action_mask``, a 1
    for each number that it may choose. Its rewards are points, as they are written down: they add up to its total.
    Chance is drawn from the seed of ``reset``. A number that may not be chosen ends the episode.

    Args:
        game: its name, as `peerdeck games` lists them.
        seats: how many play; the largest number if not given.
        options: of the game, where they differ from the defaults.
        hands: after so many hands an episode ends; only with the match if not given.
        cap: after so many steps an episode is cut off.

    Raises:
        UnknownGame, InvalidOptions: there is no such table.
        ImportError: PettingZoo is not installed.
    """
    try:
        from p2p.learning.aec import wrapped  # noqa: PLC0415  # only learners have what it needs
    except ModuleNotFoundError as error:
        raise ImportError(NEEDS) from error
    return wrapped(game, seats, options, hands, cap)
