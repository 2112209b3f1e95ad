"""A pytest plugin: where CI=true nothing may be skipped, since CI's machine has all that the tests need.

A test that skips itself because a command is missing is a help on a player's machine. On CI it would be a
hole that nobody sees, so there it fails with the reason for which it wanted to be skipped. Expected failures
stay what they are.
"""

import os
from collections.abc import Generator

import pytest


def _fail_if_skipped(report: pytest.TestReport | pytest.CollectReport) -> None:
    if not report.skipped or hasattr(report, "wasxfail"):
        return
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    report.outcome = "failed"
    report.longrepr = f"CI runs every test, but this one was skipped. {reason}"


class _NoSkips:
    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        _fail_if_skipped(report)
        return report

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_make_collect_report(self) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        report = yield
        _fail_if_skipped(report)
        return report


def pytest_configure(config: pytest.Config) -> None:
    """Watch over the run where CI=true."""
    if os.environ.get("CI") == "true":
        config.pluginmanager.register(_NoSkips(), "no-skips")
