"""A match as an `AECEnv` of PettingZoo. Importing this module imports PettingZoo, Gymnasium and NumPy."""

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from engine import games
from engine.chance import Rng, draw
from engine.inputs import Action, Happening, Need, Report
from engine.match import Match
from p2p.learning.codings import CODINGS
from p2p.learning.sight import Glance, row_of
from p2p.learning.sights import SIGHTS

Observation: TypeAlias = dict[str, Any]

_LIMITS = np.iinfo(np.int16)


def wrapped(game: str, seats: int | None, options: Mapping[str, str] | None, hands: int | None, cap: int) -> AECEnv:
    """See `p2p.learning.env`: an environment that refuses what may not be done."""
    raw = TableEnv(game, seats, options, hands, cap)
    terminated = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(terminated))


class TableEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A table at which every seat is a learner's; arguments as of `p2p.learning.env`."""

    def __init__(
        self, game: str, seats: int | None, options: Mapping[str, str] | None, hands: int | None, cap: int
    ) -> None:
        super().__init__()
        self._game = games.find(game)
        self._options = dict(options or {})
        self._match: Match = self._game.new(seats, self._options)
        self._hands = hands
        self._cap = cap
        self._coding = CODINGS[game]()
        self._fields = SIGHTS[game](self._match.seats)
        self._rng: Rng | None = None
        self._chosen = 0
        self._steps = 0
        self._looked: set[int] = set()
        self._choices: dict[int, Action | int] = {}
        self.metadata: dict[str, Any] = {"name": f"peerdeck_{game}_v1", "render_modes": [], "is_parallelizable": False}
        self.render_mode = None
        self.possible_agents = [f"seat_{seat}" for seat in range(self._match.seats)]
        self.agents: list[str] = []
        size = sum(field.size for field in self._fields)
        row = Box(_LIMITS.min, _LIMITS.max, (size,), np.int16)
        mask = Box(0, 1, (self._coding.size,), np.int8)
        self._observed = {agent: Dict({"observation": row, "action_mask": mask}) for agent in self.possible_agents}
        self._done = {agent: Discrete(self._coding.size) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        """What an agent observes."""
        return self._observed[agent]

    def action_space(self, agent: str) -> "Discrete[Any]":
        """The numbers of an agent's actions; `p2p.learning.codings` says what they mean."""
        return self._done[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Start a match; with a seed always the same one. Without one it goes on with the randomness it has."""
        if seed is not None or self._rng is None:
            self._rng, _ = seeding.np_random(seed)
        self._match = self._game.new(self._match.seats, self._options)
        self._steps = 0
        self._looked.clear()
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def step(self, action: int) -> None:
        """Let the agent whose turn it is do something."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        meant = self._choices[int(action)]
        before = self._match.totals
        self._cumulative_rewards[self.agent_selection] = 0
        self._steps += 1
        if isinstance(meant, Action):
            self._match.act(self._seat, meant)
            self._turn_down_known_card()
            self._go_on()
        else:
            self._choose_from(meant)
        gained = zip(self.agents, before, self._match.totals, strict=True)
        self.rewards = {agent: now - then for agent, then, now in gained}
        self._accumulate_rewards()
        self._end_if_over()

    def observe(self, agent: str) -> Observation:
        """What an agent sees."""
        seat = self.possible_agents.index(agent)
        turn = agent == self.agent_selection
        glance = Glance(self._match.view(seat), self._match.seats, self._chosen if turn else 0)
        mask: NDArray[np.int8] = np.zeros(self._coding.size, np.int8)
        if turn:
            mask[list(self._choices)] = 1
        return {"observation": np.array(row_of(self._fields, glance), np.int16), "action_mask": mask}

    def render(self) -> None:
        """There is nothing to look at: matches are watched at a table."""

    def close(self) -> None:
        """There is nothing to close."""

    @property
    def _seat(self) -> int:
        return self.possible_agents.index(self.agent_selection)

    def _go_on(self) -> None:
        """Draw what the match needs until a seat is to act."""
        match = self._match
        while match.needs not in (Need.SEAT, Need.NOTHING):
            if match.needs is Need.PLAYERS:
                match.report(Report(Happening.END))
            elif self._rng is not None:
                match.chance(draw(match, self._rng))
        if match.to_act:
            self.agent_selection = self.possible_agents[match.to_act[0]]
        self._choose_from(0)

    def _turn_down_known_card(self) -> None:
        """Once everybody has had a look, as the five seconds of a table of people allow (RULES.md §1.2)."""
        hide = Report(Happening.HIDE)
        if hide in self._match.reports():
            self._looked.add(self._seat)
            if len(self._looked) == self._match.seats:
                self._looked.clear()
                self._match.report(hide)

    def _choose_from(self, chosen: int) -> None:
        self._chosen = chosen
        seat = self._seat
        self._choices = (
            self._coding.options(self._match.legal(seat), self._match.view(seat), chosen)
            if seat in self._match.to_act
            else {}
        )

    def _end_if_over(self) -> None:
        match = self._match
        if match.ending or (self._hands is not None and len(match.hand_points) >= self._hands):
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._steps >= self._cap:
            self.truncations = dict.fromkeys(self.agents, True)
