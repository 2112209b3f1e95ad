"""What lets a browser into the own page."""

from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from p2p.tickets import Tickets


def new_tickets() -> Tickets:
    """Secret 1, first ticket 2, and so on."""
    numbers = count(1)
    return Tickets(lambda: f"token {next(numbers)}")


def test_a_ticket_is_good_for_once_and_the_secret_for_ever() -> None:
    """After each ticket there is another one."""
    tickets = new_tickets()
    first = tickets.ticket
    assert tickets.shown("", first) == "new"
    assert tickets.shown("", first) == "used"
    assert tickets.ticket != first
    assert tickets.shown("", tickets.ticket) == "new"
    for ticket in ("", first, "nonsense"):
        assert tickets.shown(tickets.secret, ticket) == "known"
    assert tickets.shown("", "") == tickets.shown("é", "nonsense") == "wrong"


def test_a_page_that_has_the_secret_uses_up_the_ticket_that_it_brings() -> None:
    """Nobody else can use it then."""
    tickets = new_tickets()
    ticket = tickets.ticket
    assert tickets.shown(tickets.secret, ticket) == "new"
    assert tickets.shown("", ticket) == "used"


def test_each_ticket_is_told_once() -> None:
    """So that nobody with an old address can fill the terminal."""
    tickets = new_tickets()
    assert [tickets.wants_telling() for _ in range(3)] == [True, False, False]
    tickets.shown("", tickets.ticket)
    assert [tickets.wants_telling() for _ in range(3)] == [True, False, False]


@given(st.lists(st.tuples(st.sampled_from(["", "token 1", "x"]), st.integers(0, 9).map("token {}".format))))
def test_whatever_is_shown_nobody_comes_in_without_the_secret_or_an_unused_ticket(shown: list[tuple[str, str]]) -> None:
    """Among any attempts."""
    tickets = new_tickets()
    used: set[str] = set()
    for secret, ticket in shown:
        good = ticket == tickets.ticket
        assert not good or ticket not in used
        answer = tickets.shown(secret, ticket)
        assert (answer in {"new", "known"}) == (good or secret == tickets.secret)
        used |= {ticket} if good else set()
