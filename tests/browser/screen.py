"""What is on the screen of somebody at a table: cards and buttons by their names, as they are read out, and no game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol

DIM: Final = "cannot be played now"
"""What the name of a card says that the rules refuse now."""

Kind = Literal["answer", "act", "choice", "place", "card", "open card"]

_LOOK: Final = """
async (patience) => {
  const busy = () => document.querySelector("[aria-busy=true]") !== null;
  const over = () => document.querySelector("main [role=group].outcome") !== null;
  const due = () => over() || (document.title.startsWith("●") && !busy());
  if (!due()) {
    await new Promise((done) => {
      const watch = new MutationObserver(() => due() && finish());
      const finish = () => { watch.disconnect(); clearTimeout(alarm); done(); };
      const alarm = setTimeout(finish, patience);
      watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    });
  }
  const spots = [[.5, .5], [.15, .25], [.15, .6], [.5, .12], [.85, .25], [.3, .85], [.06, .5], [.94, .9]];
  const within = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const points = spots.map(([x, y]) => [left + width * x, top + height * y]);
    return points.find(([x, y]) => element.contains(document.elementFromPoint(x, y))) ?? null;
  };
  const reach = (element) => {
    const found = within(element);
    if (!found) element.scrollIntoView({ block: "nearest", behavior: "instant" });
    return found ?? within(element);
  };
  const kinds = {
    answer: ".asking button", act: ".acts button[data-act]", choice: ".choices button", place: "button.place.can",
    card: "ul > li > button[aria-pressed]", "open card": "button.pick",
  };
  window.seen = [];
  const things = Object.entries(kinds).flatMap(([kind, query]) =>
    [...document.querySelectorAll(`main ${query}`)].map((element) => {
      window.seen.push(element);
      return {
        kind, name: element.ariaLabel ?? element.textContent.trim(), at: reach(element),
        off: element.ariaDisabled === "true", chosen: element.ariaPressed === "true",
        key: element.getAttribute("aria-keyshortcuts"),
      };
    }));
  const said = document.querySelector("main .prompt")?.textContent ?? "";
  return { turn: due() && !over(), over: over(), said, things };
}
"""


class Page(Protocol):
    """A page that can be looked at."""

    async def evaluate(self, expression: str, arg: Any = None) -> Any:
        """What a piece of JavaScript comes to."""


@dataclass(frozen=True)
class Thing:
    """A button, or a card that is one.

    Attributes:
        name: as it is read out.
        at: where it can be tapped; none if something lies over all of it.
        off: whether it is shown as useless now.
        chosen: whether it is pressed.
        key: the letter that does the same.
        number: its place among all that was seen.
    """

    kind: Kind
    name: str
    at: tuple[float, float] | None
    off: bool
    chosen: bool
    key: str | None
    number: int

    @property
    def dim(self) -> bool:
        """Whether it is a card that cannot be played now."""
        return DIM in self.name


@dataclass(frozen=True)
class Screen:
    """What somebody sees.

    Attributes:
        turn: whether it is the viewer's turn, and nothing is on its way to the host.
        over: whether the result of the match is shown.
        said: the line above the hand.
    """

    turn: bool
    over: bool
    said: str
    things: Sequence[Thing]

    def of(self, *kinds: Kind) -> list[Thing]:
        """The things of some kinds."""
        return [thing for thing in self.things if thing.kind in kinds]


async def look(page: Page, patience: float) -> Screen:
    """See the table once it is the viewer's turn or the match is over, at the latest after so many seconds."""
    seen = await page.evaluate(_LOOK, patience * 1000)
    things = [
        Thing(**{**thing, "at": tuple(thing["at"]) if thing["at"] else None}, number=number)
        for number, thing in enumerate(seen["things"])
    ]
    return Screen(seen["turn"], seen["over"], seen["said"], things)
