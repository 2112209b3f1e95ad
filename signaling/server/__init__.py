"""The asyncio and aiohttp shell of the signaling server; what it decides stands in the pure modules beside it."""

from signaling.ownership import SECRET_BYTES, ServerSecret
from signaling.server.app import SignalingServer, make_app, serve
from signaling.server.listening import CannotListen
from signaling.server.page import page_routes

__all__ = ["SECRET_BYTES", "CannotListen", "ServerSecret", "SignalingServer", "make_app", "page_routes", "serve"]
