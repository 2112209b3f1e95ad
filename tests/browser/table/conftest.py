"""The table drawn from views in files."""

from __future__ import annotations

import pytest

from tests.browser.conftest import WEB, build_hook
from tests.browser.table.showing import Shelf, build_development_page
from tests.p2p.table_view.fixtures import write


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """The development page, and telling views of every game."""
    hook = build_hook()
    hook.install_tools(WEB)
    node, _ = hook.find_node()
    folder = tmp_path_factory.mktemp("shelf")
    build_development_page(node, folder / "page")
    write(folder / "views")
    return Shelf(folder / "page", folder / "views")
