"""How to invite a friend, as the terminal shows it: the code, the link, and the link as a QR code for a phone."""

import io

import segno


def invitation_lines(code: str, link: str, server: str, *, with_picture: bool) -> list[str]:
    """What to pass on.

    Args:
        code: the room code, to be spoken.
        link: the invite link, to be sent.
        server: the signaling server as guests reach it; a code needs it, a link holds it.
        with_picture: whether to add the link as a QR code, which says nothing to a screen reader.
    """
    lines = [
        f"Room code: {code}",
        f"Invite link: {link}",
        f"Friends join with: peerdeck join {code} --server {server}",
    ]
    return [*lines, *_qr_code(link)] if with_picture else lines


def _qr_code(text: str) -> list[str]:
    drawn = io.StringIO()
    segno.make(text, error="m").terminal(drawn, compact=True, border=2)
    return drawn.getvalue().splitlines()
