"""Waiting for the first of several things."""

import asyncio
from collections.abc import Coroutine
from typing import Any


async def first_of(*parts: Coroutine[Any, Any, object]) -> None:
    """Run parts side by side until one of them ends; the others are cancelled. An error of one is raised."""
    tasks = [asyncio.ensure_future(part) for part in parts]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
