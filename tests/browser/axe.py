"""What axe-core says of a page."""

from __future__ import annotations

from typing import Any, Final

from axe_playwright_python.base import AXE_FILE_PATH  # type: ignore[import-untyped]
from playwright.async_api import Page

_RULES: Final = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]


async def complaints(page: Page) -> list[Any]:
    """Every rule that is broken, with the first element that breaks it."""
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(AXE_FILE_PATH.read_text(encoding="utf-8"))
    found = await page.evaluate("(rules) => axe.run(document, { runOnly: rules })", _RULES)
    return [(one["id"], one["nodes"][0]["html"][:160]) for one in found["violations"]]
