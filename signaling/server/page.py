"""The built page: files of one folder, read once and served as they are to browsers."""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from aiohttp import hdrs, web

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_INDEX: Final = "index.html"
_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""What is served: files of these kinds and no others."""
_COMPRESSED_ALREADY: Final = frozenset({".ico", ".png", ".woff2"})
_HAS_HASH: Final = re.compile(r"-[0-9A-Z]{8}\.\w+$")
"""The name of a file that never changes: whenever its content does, it gets another name."""
_NO_WEIGHT: Final = re.compile(r"q=0(\.0*)?")
_POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; connect-src 'self' ws: wss:; object-src 'none'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
SECURITY: Final = {
    "Content-Security-Policy": _POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Headers of every file: the page runs its own scripts only, and tells nobody where it was opened."""


@dataclass(frozen=True, slots=True)
class _File:
    """A file in memory; `zipped` is empty where that would save nothing."""

    content: bytes
    zipped: bytes
    headers: dict[str, str]

    async def answer(self, request: web.Request) -> web.Response:
        """Send it, or say that the browser has it already."""
        headers = dict(self.headers)
        if headers[hdrs.ETAG] in request.headers.get(hdrs.IF_NONE_MATCH, ""):
            del headers[hdrs.CONTENT_TYPE]
            return web.Response(status=304, headers=headers)
        if self.zipped and _takes_gzip(request.headers.get(hdrs.ACCEPT_ENCODING, "")):
            headers[hdrs.CONTENT_ENCODING] = "gzip"
            return web.Response(body=self.zipped, headers=headers)
        return web.Response(body=self.content, headers=headers)


def _takes_gzip(accepted: str) -> bool:
    """Whether a browser that accepts these encodings can read gzip: one of weight 0 is refused (RFC 9110 §12.5.3)."""
    for offer in accepted.lower().split(","):
        coding, _, weight = offer.replace(" ", "").partition(";")
        if coding in {"gzip", "x-gzip"}:
            return not _NO_WEIGHT.fullmatch(weight)
    return False


def page_routes(folder: Path | None) -> list[web.RouteDef]:
    """What serves the page that was built into a folder; nothing if there is none.

    The files are read now: later changes of the folder, as by another installation, are not seen.
    """
    if folder is None or not (folder / _INDEX).is_file():
        return []
    return [web.get(path, file.answer) for path, file in _files_in(folder)]


def _files_in(folder: Path) -> Iterator[tuple[str, _File]]:
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.suffix in _TYPES and path.is_file() and not name.startswith("."):
            yield "/" if name == _INDEX else f"/{name}", _read(path)


def _read(path: Path) -> _File:
    content = path.read_bytes()
    zipped = b"" if path.suffix in _COMPRESSED_ALREADY else gzip.compress(content, mtime=0)
    lasting = _HAS_HASH.search(path.name)
    headers = {
        **SECURITY,
        hdrs.CONTENT_TYPE: _TYPES[path.suffix],
        hdrs.CACHE_CONTROL: "public, max-age=31536000, immutable" if lasting else "no-cache",
        hdrs.ETAG: f'"{hashlib.sha256(content).hexdigest()[:32]}"',
        hdrs.VARY: hdrs.ACCEPT_ENCODING,
    }
    return _File(content, zipped if len(zipped) < len(content) else b"", headers)
