"""Any game on the page that has no layout of its own: the hand, and a list of acts in the spelling of records."""

from collections.abc import Sequence

from engine.events import Event
from engine.games import find
from engine.syntax import write_action
from p2p.table_view.layout import Laid, Seen, face_up
from p2p.table_view.model import Choice, Effect, Fan, StripRow, Zone
from p2p.table_view.offers import Offer

hue = 165
clockwise = True


def lay_out(seen: Seen) -> Laid:
    """The hand as a fan, the legal actions as a list in the spelling of records."""
    view = seen.view
    zones: list[Zone] = [Fan("hand", "hand", seen.t("Your hand"), face_up(view.get("hand", ())))]
    verbs = find(view["game"]).verbs
    act = Offer("act", seen.t("Do"), key="p", ask="list", choices=[])
    texts = [write_action(verbs, action) for action in seen.legal]
    act.choices = [Choice(text, text) for text in texts]
    for action, text in zip(seen.legal, texts, strict=True):
        act.add(action, value=text)
    waited_for = " and ".join(seen.names[seat] for seat in view["to_act"])
    say = seen.t("Your turn.") if seen.legal else seen.t("{name} is on turn.", name=waited_for or seen.t("The table"))
    return Laid(
        say=say,
        zones=zones,
        offers=[act] if texts else [],
        turns=view["to_act"],
        counts=view.get("counts", ()),
        strip=[
            StripRow(seen.call(seat), str(total), us=seat == seen.seat) for seat, total in enumerate(view["totals"])
        ],
    )


def effects(seen: Seen, events: Sequence[Event]) -> tuple[list[Effect], int]:  # noqa: ARG001  # as every layout
    """Nothing but the next view."""
    return [], 0
