"""What happens at a table, told to one player line by line."""

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.match import TABLE_ENDED
from p2p.guest_session import GuestSession, Tell
from p2p.messages import LEAVING, EventLine, Lobby, Person, Social, Table
from p2p.terminal.actions import Listing
from p2p.terminal.lobby_news import news, told_social
from p2p.terminal.people import NOBODY, People, counted, enumeration, sentence
from p2p.terminal.second_person import told_to
from p2p.terminal.tables import words_for
from p2p.terminal.tables.lines import Line
from p2p.terminal.trouble import question

LOG_KEPT: Final = 400
"""Events that can be called up again."""

_MINUS: Final = re.compile(r"(?<![\w-])-(?=\d)")
"""A sign that many screen readers pass over in silence."""
_ABOUT_THE_LINK: Final = {
    "shaky": "The connection to the host is shaky …",
    "steady": "The connection to the host is steady again.",
    "away": "The host is gone. Trying to come back; your seat is kept. (quit leaves for good)",
}


class Spoken(NamedTuple):
    """A line for the player.

    Attributes:
        text: what it says.
        to_type: whether it shows what to type, so that its cards stay as they are typed.
    """

    text: str
    to_type: bool = False


class Narrator:
    """Tells a player what happens.

    Args:
        asks_ready: whether the person is to say when the first match may begin.
        plays_again: whether there may be another match after it.

    Attributes:
        log: what has happened, the latest last; what may be seen only once is left out.
        last_table: the table as it was last seen, also when its match is over.
    """

    def __init__(self, *, asks_ready: bool = True, plays_again: bool = True) -> None:
        self.log: deque[str] = deque(maxlen=LOG_KEPT)
        self.last_table: Table | None = None
        self._known: Lobby | None = None
        self._asks_ready = asks_ready
        self._plays_again = plays_again
        self._asked_ready = False
        self._free_seats = 0
        self._returning = False
        self._resting = False
        self._hints: list[str] = []

    def tell(self, session: GuestSession, tell: Tell) -> list[Spoken]:
        """What to say about something that happened."""
        if tell.event == "seated":
            self._returning = True
        return [line if isinstance(line, Spoken) else Spoken(line) for line in self._lines(session, tell)]

    def _lines(self, session: GuestSession, tell: Tell) -> Iterator[str | Spoken]:  # noqa: C901  # one case an event
        facts = tell.facts
        match tell.event:
            case "joined" if "before" in facts and facts["seat"] != session.seat:
                yield f"{facts['name']} has changed to seat {facts['seat']}."
            case "joined" | "left" | "gone" | "back" | "ready" | "stood-in" | "plays-again":
                yield from self._about_a_person(session, tell.event, facts["seat"], facts["name"])
            case "social" if session.lobby:
                yield from filter(None, [told_social(Social(**facts), session.lobby)])
            case "seated" if facts["seat"] is None:
                yield "You watch this table. sit and the number of a seat takes one that is free."
            case "lobby" if session.lobby:
                yield from news(self._known, session.lobby) if self._known else ()
                self._known = session.lobby
                yield from self._lobby(session.lobby, again=session.result is not None)
            case "started" if session.lobby:
                yield from _start(session.lobby, anew=not self._returning)
            case "table" if session.table:
                yield from self._table(session, session.table)
            case "prompt" if session.table:
                yield from _prompt(session, session.table)
            case "refused":
                yield refusal(session, facts["code"], facts["text"])
            case "over":
                yield from _result(people_of(session), facts)
            case "trouble" | "shaky" | "steady" | "away":
                yield from [_ABOUT_THE_LINK[tell.event]] if tell.event in _ABOUT_THE_LINK else question(**facts)
            case "bye" if facts["code"] != LEAVING:
                yield facts["text"]

    # --- the lobby

    def _about_a_person(self, session: GuestSession, event: str, seat: int, name: str) -> Iterator[str]:
        lobby = session.lobby
        if seat == session.seat:
            yield from self._about_the_reader(lobby, event, seat, name)
            return
        waits = " The match waits." if lobby and seat in lobby.waiting_for else ""
        yield {
            "joined": f"{name} sits down in seat {seat}.",
            "left": f"{name} has left the table.{waits}",
            "gone": f"{name} is gone; the seat is kept.{waits}",
            "back": f"{name} is back.",
            "ready": f"{name} is ready.",
            "stood-in": f"A bot plays for {name}, who may come back at any time.",
            "plays-again": f"{name} plays again.",
        }[event]

    def _about_the_reader(self, lobby: Lobby | None, event: str, seat: int, name: str) -> Iterator[str]:
        if event == "joined":
            yield f"You sit in seat {seat} as {name}."
        elif event == "ready" and lobby:
            others = not_ready(lobby)
            if others:
                yield f"You are ready; waiting for {enumeration(others)}."
        elif event == "stood-in":
            yield "A bot plays for you now: type ready, or just play, to have your seat back."
        elif event == "plays-again":
            yield "You play again."

    def _lobby(self, lobby: Lobby, *, again: bool) -> Iterator[str]:
        """How to begin, once for each time that the table is full; and that it is not."""
        if lobby.playing:
            self._asked_ready = False
            self._free_seats = 0
            yield from self._in_a_match(lobby)
            return
        self._resting = False
        self._returning = False
        free = sum(person.kind == "empty" for person in lobby.people)
        if free:
            self._asked_ready = False
            if free != self._free_seats:
                yield f"{counted(free, 'seat')} free: the match can begin when everybody is here."
        elif (
            (self._plays_again if again else self._asks_ready)
            and not self._asked_ready
            and lobby.you < len(lobby.people)
            and not lobby.people[lobby.you].ready
        ):
            yield f"Everybody is here: type ready to begin{' another match' if again else ''}, or quit."
            self._asked_ready = True
        self._free_seats = free

    def _in_a_match(self, lobby: Lobby) -> Iterator[str]:
        """That it rests between hands; and to whoever decides, what can be done about a missing player."""
        if lobby.resting and not self._resting:
            plays = lobby.you < len(lobby.people)
            go_on = "Type ready to go on; the next one comes" if plays else "The next one comes"
            yield f"The hand is over. {go_on} within {counted(lobby.settings.rest, 'second')}."
        self._resting = lobby.resting
        hints = [hint for seat in lobby.waiting_for if (hint := _what_to_do(lobby.people[seat]))]
        if hints != self._hints:
            yield from hints
        self._hints = hints

    # --- the match

    def _table(self, session: GuestSession, table: Table) -> Iterator[str]:
        self.last_table = table
        own_name = own_name_in(session.lobby)
        fleeting = words_for(table.view["game"]).fleeting
        told = [
            (told_event(event, own_name), event.code in fleeting)
            for event in table.events
            if event.code != TABLE_ENDED.code  # of the match, which its result says better; the table may stay open
        ]
        if self._returning:
            self._returning = False
            yield from self._after_an_absence(session, table, [text for text, _ in told])
            return
        for text, seen_once in told:
            if not seen_once:
                self.log.append(text)
            yield text

    def _after_an_absence(self, session: GuestSession, table: Table, recent: Sequence[str]) -> Iterator[str]:
        """What was missed, as far as it is known, and the whole table."""
        missed = _missed(list(self.log), recent)
        self.log.extend(missed)
        yield "You are back at the table."
        yield from missed
        yield from (str(line) for line in table_lines(session, table) if line.in_full)


def _what_to_do(missing: Person) -> str:
    """What the reader can type about a seat without which the match stands still; nothing if it is not the host."""
    name, seat = missing.name, missing.seat
    ways = {
        "bot": f"bot {seat} to let a bot play" + (f" until {name} is back" if name else ""),
        "free": f"free {seat} to free the seat, as if {name} had left",
    }
    possible = [way for deed, way in ways.items() if deed in missing.may]
    return f"Type {', or '.join(possible)}." if possible else ""


def _missed(known: Sequence[str], recent: Sequence[str]) -> Sequence[str]:
    """The part of the recent events that follows those that are known."""
    for length in range(min(len(known), len(recent)), 0, -1):
        for start in range(len(recent) - length + 1):
            if list(recent[start : start + length]) == list(known[-length:]):
                return recent[start + length :]
    return recent


def _start(lobby: Lobby, *, anew: bool) -> Iterator[str]:
    options = ", ".join(f"{key} {value}" for key, value in lobby.options.items())
    at_such_a_table = f" ({options})" if options else ""
    yield f"{lobby.title} {'begins' if anew else 'goes on'}{at_such_a_table}. Type help for how to play."


def _prompt(session: GuestSession, table: Table) -> Iterator[str | Spoken]:
    """The table as far as it matters for the choice, and the choice."""
    listing = listing_of(table)
    yield ""
    yield from (str(line) for line in table_lines(session, table) if line.matters_now)
    yield "You may type an action or its number:" if listing.by_number else "You may:"
    yield from (Spoken(f"  {line}", to_type=True) for line in listing.short())
    if listing.is_cut:
        yield Spoken("  actions lists them all.", to_type=True)


def _result(people: People, facts: Mapping[str, Any]) -> Iterator[str]:
    winners = facts["winners"]
    if winners:
        yield f"The match is over, won by {people.all_of(winners)}."
    else:
        yield "The match is drawn." if facts["ending"] == "drawn" else "The match is over without a result."
    yield f"Final score: {people.each(facts['totals'])}."


def refusal(session: GuestSession, code: str, text: str) -> str:
    """Why something is not done; who is waited for, if it is not the reader's turn."""
    table = session.table
    if code == "not-your-turn" and session.lobby and not session.lobby.playing:
        return "No match is going on at the moment."
    if code == "not-your-turn" and table and table.view["to_act"]:
        people = people_of(session)
        return f"It is not your turn; the table waits for {people.all_of(table.view['to_act'])}."
    return told_to(own_name_in(session.lobby), text)


def told_event(event: EventLine, own_name: str) -> str:
    """An event's sentence for the player of that name."""
    return _MINUS.sub("minus ", told_to(own_name, event.text))


def table_lines(session: GuestSession, table: Table) -> list[Line]:
    """The table in words."""
    return words_for(table.view["game"]).describe(table.view, people_of(session))


def listing_of(table: Table) -> Listing:
    """What may be done now."""
    return Listing(table.legal, words_for(table.view["game"]), table.view.get("hand") or ())


def score_lines(session: GuestSession, table: Table) -> list[str]:
    """The score sheet so far: the finished hands, the totals and where the last points came from."""
    people, view = people_of(session), table.view
    words = words_for(view["game"])
    hands = [f"Hand {number}: {words.hand_points(people, points)}." for number, points in enumerate(view["hands"], 1)]
    totals = [sentence(f"total: {words.hand_points(people, view['totals'])}")]
    return [*hands, *totals, *words.score(view, people)]


def people_of(session: GuestSession) -> People:
    """Who sits at the table."""
    lobby = session.lobby
    names = [person.name or "" for person in lobby.people] if lobby else []
    return People(names, NOBODY if session.seat is None else session.seat)


def not_ready(lobby: Lobby) -> list[str]:
    """Who has not said yet that the match may begin, and the free seats."""
    return [p.name or f"seat {p.seat}" for p in lobby.people if p.kind != "bot" and not p.ready]


def own_name_in(lobby: Lobby | None) -> str:
    """The reader's name as the others read it; empty before it is known."""
    everybody = [*lobby.people, *lobby.watchers] if lobby else []
    return next((person.name or "" for person in everybody if lobby and person.seat == lobby.you), "")
