"""A host's session whose guests are the test itself: it says what guests say, and reads what they are told."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from engine.chance import draw
from engine.games.dice_capture import GAME as DICE_CAPTURE
from engine.inputs import Chance
from engine.match import Game
from p2p.codec import decode_from_host, encode
from p2p.effects import AppendRecord, AskBot, Close, DrawChance, Effect, OpenRecord, Send
from p2p.host_session import Admission, HostSession, Newcomer, Owner
from p2p.messages import (
    Act,
    Bye,
    Frames,
    GuestMessage,
    Hello,
    HostMessage,
    Lobby,
    Ready,
    Refused,
    Table,
    ViewKind,
    Welcome,
)
from p2p.saved_table import SavedSeat, SavedTable
from p2p.table_view.model import View
from p2p.text.catalogue import Catalogue
from p2p.text.rulebook import OptionWords, RuleBlock, Rulebook
from p2p.text.shelf import Shelf
from tests.engine.toy_game import TOY

M = TypeVar("M", bound=HostMessage)
E = TypeVar("E", bound=Effect)

OWN_TOKEN = "the host's token"
GERMAN = Catalogue(
    "de",
    {
        "Dice Capture": "Würfelfang",
        "Piles on the table": "Stapel auf dem Tisch",
        "The table waits until everybody is back.": "Der Tisch wartet, bis alle zurück sind.",
        "{seat} plays {card} as pile {pile}.": "{seat} legt {card} als Stapel {pile}.",
        "That is not possible now.": "Das geht jetzt nicht.",
        "The table is full.": "Der Tisch ist voll.",
        "The host has closed the table.": "Der Host hat den Tisch geschlossen.",
    },
)
"""Some texts in another language."""
SHELF = Shelf(
    {"de": GERMAN},
    {
        ("en", "dice-capture"): Rulebook("Cards and dice for two.", 10, (RuleBlock(p="You capture cards with dice."),)),
        ("de", "dice-capture"): Rulebook("Karten und Würfel.", 10, (RuleBlock(p="Du fängst Karten mit Würfeln."),)),
        ("en", "xing"): Rulebook("Fishing.", 20, (RuleBlock(h="Xing"),)),
        ("en", "rummy"): Rulebook(
            "Runs and sets.", 30, (), {"take": OptionWords("Taking", {"plain": ("Plain", "Only the top card.")})}
        ),
    },
)
"""Some texts for players."""


class Desk:
    """A table for tests.

    Args:
        empty: how many seats wait for guests beside the host's own, which is the first.
        bots: how many bots have the last seats.

    Attributes:
        effects: of the last step.
        bots_asked: what bots were asked and have not answered yet.
        written: the lines of the record of the match that is going on, without its header.
        heard: what each peer was told, from its beginning; `None` stands for the closing of its link.
    """

    def __init__(
        self, game: Game = DICE_CAPTURE, empty: int = 1, bots: int = 0, options: dict[str, str] | None = None
    ) -> None:
        own = SavedSeat("person", "Host", OWN_TOKEN)
        others = [SavedSeat("empty")] * empty + [SavedSeat("bot", f"Bot {n + 1}", None, "random") for n in range(bots)]
        self.start(game, SavedTable(game.name, options or {}, [own, *others]))

    def start(self, game: Game, table: SavedTable) -> None:
        """Start the host's program, or start it again."""
        self.now = 100.0
        self.rng = Random(7)
        self.tokens = iter(f"token {number}" for number in range(1, 100))
        self.effects: list[Effect] = []
        self.written: list[str] = []
        self.bots_asked: list[AskBot] = []
        self.heard: dict[str, list[HostMessage | None]] = {}
        self.session = HostSession(game, table, lambda: next(self.tokens), self.rng, shelf=SHELF)

    def did(self, effects: list[Effect]) -> list[Effect]:
        """Note what a step wants done."""
        self.effects = effects
        for effect in effects:
            match effect:
                case Send(peer, text):
                    assert self.heard[peer][-1:] != [None], "a text to a closed link"
                    self.heard[peer].append(decode_from_host(text))
                case Close(peer):
                    self.heard[peer].append(None)
                case AskBot():
                    self.bots_asked.append(effect)
                case OpenRecord():
                    self.written = []
                case AppendRecord(line):
                    self.written.append(line)
        return effects

    # --- what guests do

    def open(self, peer: str, admission: Admission | None = None) -> None:
        """A link opens."""
        self.heard[peer] = []
        self.did(self.session.link_opened(peer, admission or Newcomer(), self.now))

    def say(self, peer: str, said: GuestMessage | str) -> list[HostMessage | None]:
        """A guest says something; what that guest is told in the same step."""
        before = len(self.heard[peer])
        text = said if isinstance(said, str) else encode(said)
        self.did(self.session.text_received(peer, text, self.now))
        return self.heard[peer][before:]

    def join(
        self, peer: str, name: str = "", token: str | None = None, view: ViewKind = "record", lang: str = "en"
    ) -> str:
        """A guest comes, or comes back; the seat's token."""
        self.open(peer, Owner(token) if token else Newcomer())
        welcome = self.say(peer, Hello(1, name or peer.capitalize(), lang, view))[0]
        assert isinstance(welcome, Welcome)
        return welcome.token

    def host_joins(self, peer: str = "host") -> None:
        """The host's own person sits down."""
        self.join(peer, "Host", OWN_TOKEN)

    def begin(self, *guests: str, view: ViewKind = "record") -> None:
        """The host and guests join and are ready."""
        self.host_joins()
        for guest in guests:
            self.join(guest, view=view)
        for peer in ("host", *guests):
            self.say(peer, Ready())

    def act(self, peer: str, action: str | None = None) -> list[HostMessage | None]:
        """A guest answers the present prompt, with the first legal action if none is given."""
        table = self.last(peer, Table)
        assert table.prompt is not None, f"{peer} is not asked"
        return self.say(peer, Act(table.prompt, action or table.legal[0]))

    def close(self, peer: str) -> None:
        """A link ends."""
        self.heard[peer].append(None)
        self.did(self.session.link_closed(peer))

    def wait(self, seconds: float) -> None:
        """Time passes until the last of several looks at the clock; the peers of all links say nothing."""
        self.now += seconds
        self.did(self.session.time_passed(self.now))

    # --- what the shell does

    def draw(self, outcome: Chance | None = None) -> None:
        """The chance outcome that is needed."""
        match = self.session.match_to_draw_for
        assert match
        self.did(self.session.chance_drawn(outcome or draw(match, self.rng)))

    def draw_all(self) -> None:
        """All chance outcomes that are asked for, one after the other."""
        while self.wanted(DrawChance):
            self.draw()

    def bot_acts(self, ask: AskBot) -> None:
        """A bot answers what it was asked."""
        self.did(self.session.bot_chose(ask.seat, ask.prompt, ask.bot.choose(ask.legal, ask.look)))

    def all_bots_act(self) -> None:
        """Every bot that was asked answers, and so on."""
        while self.bots_asked:
            self.bot_acts(self.bots_asked.pop(0))

    # --- what was told

    @staticmethod
    def owner(token: str | None) -> Owner:
        """The admission of whoever has proved to own a seat."""
        return Owner(token or "")

    def is_playing(self) -> bool:
        """Whether a match goes on."""
        return self.session.running is not None

    def last(self, peer: str, kind: type[M]) -> M:
        """The last message of a kind that a peer was told."""
        return next(message for message in reversed(self.heard[peer]) if isinstance(message, kind))

    def told(self, peer: str, kind: type[M]) -> list[M]:
        """All messages of a kind that a peer was told."""
        return [message for message in self.heard[peer] if isinstance(message, kind)]

    def view(self, peer: str) -> View:
        """The last view in zones that a peer was sent."""
        return self.last(peer, Frames).list[-1].view

    def lobby(self, peer: str) -> Lobby:
        """The last lobby that a peer was told."""
        return self.last(peer, Lobby)

    def goodbye(self, peer: str) -> str | None:
        """The code with which a peer's link was closed; `None` if it is open."""
        match self.heard[peer][-2:]:
            case [Bye(code), None]:
                return code
        return None

    def wanted(self, kind: type[E]) -> list[E]:
        """The effects of a kind in the last step."""
        return [effect for effect in self.effects if isinstance(effect, kind)]


def refusal(answers: Sequence[object]) -> str:
    """The code of the one refusal."""
    (refused,) = answers
    assert isinstance(refused, Refused)
    assert refused.text
    return refused.code


def kinds(effects: list[Effect]) -> list[str]:
    """The kinds of effects in their order, each run of one kind once."""
    names = [type(effect).__name__ for effect in effects]
    return [name for place, name in enumerate(names) if names[place - 1 : place] != [name]]


def dealt_toy(*guests: str, bots: int = 0) -> Desk:
    """A match of the toy game in which everybody may lay a card."""
    desk = Desk(TOY, empty=len(guests), bots=bots)
    desk.begin(*guests)
    desk.draw()
    return desk
