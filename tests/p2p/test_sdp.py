"""Reading of session descriptions, which come from strangers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.sdp import MAX_CANDIDATES, MAX_SDP_BYTES, Description, DescriptionError, read_description

FINGERPRINT = bytes(range(32))
COLONS = ":".join(f"{byte:02X}" for byte in FINGERPRINT)

# As a browser writes it that names its addresses only by mDNS and puts the fingerprint before the media section.
BROWSER_OFFER = f"""v=0
o=a-browser 4242 0 IN IP4 0.0.0.0
s=-
t=0 0
a=fingerprint:sha-256 {COLONS}
a=group:BUNDLE 0
a=ice-options:trickle
a=msid-semantic:WMS *
m=application 50111 UDP/DTLS/SCTP webrtc-datachannel
c=IN IP4 0.0.0.0
a=candidate:0 1 UDP 2122252543 3f8e1c52-aaaa-bbbb-cccc-0123456789ab.local 50111 typ host
a=candidate:1 1 TCP 2105524479 3f8e1c52-aaaa-bbbb-cccc-0123456789ab.local 9 typ host tcptype active
a=candidate:2 1 UDP 1686052863 198.51.100.7 50111 typ srflx raddr 0.0.0.0 rport 0 generation 0
a=sendrecv
a=end-of-candidates
a=ice-pwd:0123456789abcdef0123456789abcdef
a=ice-ufrag:0badcafe
a=mid:0
a=setup:actpass
a=sctp-port:5000
a=max-message-size:1073741823
"""


def offer(*, without: str = "", replace: tuple[str, str] = ("", ""), more: str = "") -> str:
    """The browser's offer, changed."""
    lines = [line for line in BROWSER_OFFER.splitlines() if not without or without not in line]
    return "".join(f"{line}\r\n" for line in lines).replace(*replace) + more


def test_a_browsers_offer_is_understood() -> None:
    """Attributes of the session and of the section count alike; `.local` candidates are kept apart."""
    assert read_description(offer(), "offer") == Description(
        mid="0",
        ice_ufrag="0badcafe",
        ice_password="0123456789abcdef0123456789abcdef",
        fingerprint=FINGERPRINT,
        setup="actpass",
        sctp_port=5000,
        max_message_size=1073741823,
        candidates=("2 1 UDP 1686052863 198.51.100.7 50111 typ srflx",),
        late_candidates=("0 1 UDP 2122252543 3f8e1c52-aaaa-bbbb-cccc-0123456789ab.local 50111 typ host",),
    )


def test_what_is_handed_on_has_neither_local_names_nor_an_end_of_candidates() -> None:
    """The library would wait for the names, and give up at once when none resolves."""
    handed_on = read_description(offer(), "offer").to_sdp()
    assert ".local" not in handed_on
    assert "end-of-candidates" not in handed_on
    assert "a=candidate:2 1 UDP 1686052863 198.51.100.7 50111 typ srflx\r\n" in handed_on


def test_what_is_handed_on_means_the_same() -> None:
    """Reading what was written gives the same description, but for the late candidates."""
    description = read_description(offer(without=".local"), "offer")
    assert read_description(description.to_sdp(), "offer") == description


def test_what_is_not_named_is_not_handed_on() -> None:
    """Lines of no use to a data channel, and addresses behind a candidate, end here."""
    handed_on = read_description(offer(more="a=surprise:1\r\nb=AS:1\r\n"), "offer").to_sdp()
    for part in ("surprise", "b=AS", "raddr", "ice-options", "a-browser", "generation"):
        assert part not in handed_on


def test_missing_port_and_size_have_the_standards_values() -> None:
    """RFC 8841: port 5000 and messages of 65,536 bytes."""
    description = read_description(
        offer(without="sctp-port", replace=("a=max-message-size:1073741823\r\n", "")), "offer"
    )
    assert (description.sctp_port, description.max_message_size) == (5000, 65536)


def test_an_unlimited_message_size_is_understood() -> None:
    """A size of 0 means any length."""
    assert read_description(offer(replace=("size:1073741823", "size:0")), "offer").max_message_size == 0


def test_a_description_without_any_candidate_is_understood() -> None:
    """The peer may still be found by its own packets."""
    description = read_description(offer(without="candidate"), "offer")
    assert (description.candidates, description.late_candidates) == ((), ())


def test_other_hashes_of_the_certificate_are_passed_over() -> None:
    """SHA-256 alone counts, in either case."""
    text = offer(more=f"a=fingerprint:sha-512 {COLONS}:{COLONS}\r\na=fingerprint:SHA-256 {COLONS.lower()}\r\n")
    assert read_description(text, "offer").fingerprint == FINGERPRINT


@pytest.mark.parametrize(
    "candidate",
    [
        "1 2 udp 1 192.0.2.1 5 typ host",
        "1 1 tcp 1 192.0.2.1 9 typ host tcptype active",
        "1 1 udp 1 192.0.2.1 0 typ host",
        "1 1 udp 1 192.0.2.1 65536 typ host",
        "1 1 udp 1 192.0.2.1 x typ host",
        "1 1 udp x 192.0.2.1 5 typ host",
        "1 1 udp 1 224.0.0.251 5353 typ host",
        "1 1 udp 1 0.0.0.0 5 typ host",
        "1 1 udp 1 fe80::1%eth0 5 typ host",
        "1 1 udp 1 somewhere.example 5 typ host",
        "1 1 udp 1 a.b.local 5 typ host",
        "1 1 udp 1 192.0.2.1 5 typ prflx",
        "1 1 udp 1 192.0.2.1 5 is host",
        "- 1 udp 1 192.0.2.1 5 typ host",
        "1 1 udp 1 192.0.2.1",
        "",
    ],
)
def test_a_candidate_that_cannot_be_used_is_passed_over(candidate: str) -> None:
    """Unknown kinds are no fault of the peer, and odd addresses get no packets."""
    text = offer(
        without="candidate", more=f"a=candidate:{candidate}\r\na=candidate:9 1 udp 1 2001:db8::1 7 typ relay\r\n"
    )
    description = read_description(text, "offer")
    assert description.candidates == ("9 1 udp 1 2001:db8::1 7 typ relay",)
    assert description.late_candidates == ()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "not a session description"),
        ("hello\n", "not a session description"),
        ("\x00\xff" * 500, "not a session description"),
        ("v=0\n", "about one data channel"),
        ("v=0\n" + "x" * 1_000_000, "too long"),
        ("v=0\n" + "é" * (MAX_SDP_BYTES // 2), "too long"),
        ("v=0\n\ud800", "too long"),
        (offer(more="m=audio 9 UDP/TLS/RTP/SAVPF 0\r\n"), "about one data channel"),
        (offer(more="m=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\n"), "about one data channel"),
        (offer(replace=("application 50111", "video 50111")), "about one data channel"),
        (offer(replace=("UDP/DTLS/SCTP", "DTLS/SCTP")), "about one data channel"),
        (offer(replace=("application 50111", "application 0")), "refuses the data channel"),
        (offer(without="ice-ufrag"), "exactly one 'ice-ufrag'"),
        (offer(more="a=ice-pwd:another-password\r\n"), "exactly one 'ice-pwd'"),
        (offer(replace=("0badcafe", "bad")), "unreadable 'ice-ufrag'"),
        (offer(replace=("ice-pwd:0123", "ice-pwd:\t")), "unreadable 'ice-pwd'"),
        (offer(replace=("mid:0", "mid:0 1")), "unreadable 'mid'"),
        (offer(without="fingerprint"), "one certificate"),
        (offer(replace=("sha-256", "sha-1")), "one certificate"),
        (offer(replace=(COLONS, COLONS[3:])), "one certificate"),
        (offer(more=f"a=fingerprint:sha-256 FF:{COLONS[3:]}\r\n"), "one certificate"),
        (offer(more="a=fingerprint:sha-256\r\n", without=COLONS), "one certificate"),
        (offer(replace=("actpass", "holdconn")), "which side opens"),
        (offer(replace=("sctp-port:5000", "sctp-port:x")), "unreadable 'sctp-port'"),
        (offer(replace=("sctp-port:5000", "sctp-port:0")), "unreadable 'sctp-port'"),
        (offer(replace=("sctp-port:5000", "sctp-port:70000")), "unreadable 'sctp-port'"),
        (offer(replace=("size:1073741823", "size:1200")), "only messages of up to 1200 bytes"),
        (offer(more="a=candidate:1 1 udp 1 192.0.2.1 5 typ host\r\n" * MAX_CANDIDATES), "too many addresses"),
    ],
)
def test_a_description_that_cannot_be_used_is_refused_with_one_sentence(text: str, sentence: str) -> None:
    """Whatever it is, the answer is one sentence that says what is wrong."""
    with pytest.raises(DescriptionError, match=sentence) as error:
        read_description(text, "offer")
    assert str(error.value).endswith(".")
    assert "\n" not in str(error.value)


def test_an_answer_must_decide_who_opens_the_encrypted_connection() -> None:
    """`actpass` is right in an offer only (RFC 8842)."""
    with pytest.raises(DescriptionError, match="The answer does not say which side"):
        read_description(offer(), "answer")
    assert read_description(offer(replace=("actpass", "active")), "answer").setup == "active"


@given(st.text())
def test_no_text_raises_anything_but_the_typed_error(text: str) -> None:
    """Garbage is refused, never a crash."""
    with pytest.raises(DescriptionError):
        read_description(text, "offer")


@given(st.data())
def test_a_damaged_offer_is_refused_or_handed_on_within_bounds(data: st.DataObject) -> None:
    """Whatever is inserted, what is handed on is a description that reads back the same."""
    position = data.draw(st.integers(0, len(BROWSER_OFFER)))
    end = data.draw(st.integers(position, min(position + 40, len(BROWSER_OFFER))))
    damaged = BROWSER_OFFER[:position] + data.draw(st.text(max_size=20)) + BROWSER_OFFER[end:]
    try:
        handed_on = read_description(damaged, "offer").to_sdp()
    except DescriptionError:
        return
    assert read_description(handed_on, "offer").to_sdp() == handed_on
    assert handed_on.isascii()
