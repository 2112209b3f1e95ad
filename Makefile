# `make play` or `make test` may be the first command typed on a machine: each installs what it needs.
# ARGS="..." is passed on: make play ARGS="play xing", make test ARGS="tests/engine -x".
# PYTHON=... names the interpreter for .venv.

BIN = .venv/bin
ARGS =

.PHONY: help play test test-long lint format coverage bench pictures clean

help:
	@echo 'make play      play cards: installs into .venv on the first run, then starts peerdeck'
	@echo 'make test      everything that CI checks: lint, then the tests'
	@echo 'make test-long the tests that take minutes, which make test leaves out'
	@echo 'make lint      ruff, mypy and the types of the page only'
	@echo 'make format    let ruff mend and format what it can'
	@echo 'make coverage  the tests with branch coverage of the pure modules'
	@echo 'make bench     the benchmarks, beside what they are compared with'
	@echo 'make pictures  the pictures of the README, taken anew at real tables'
	@echo 'make clean     delete everything that make made'

play:
	@sh .ci/install play
	@$(BIN)/peerdeck $(ARGS)

test: lint
	$(BIN)/pytest --numprocesses auto --dist loadfile $(ARGS)

test-long:
	@sh .ci/install test
	$(BIN)/pytest -m long --timeout 1800 $(ARGS)

lint:
	@sh .ci/install test
	$(BIN)/ruff check --quiet
	$(BIN)/ruff format --check --quiet
	$(BIN)/mypy
	@[ ! -e p2p/web/node_modules/typescript ] || $(BIN)/python p2p/web/build_hook.py check

format:
	@sh .ci/install test
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

coverage:
	@sh .ci/install test
	$(BIN)/coverage run -m pytest $(ARGS)
	$(BIN)/coverage report

bench:
	@sh .ci/install bench
	@$(BIN)/python tests/benchmarks/run.py $(ARGS)

pictures:
	@sh .ci/install test
	@$(BIN)/python -m tests.browser.pictures $(ARGS)

clean:
	rm -rf .venv build dist p2p/static p2p/web/node_modules p2p/web/out htmlcov .coverage .coverage.* .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find engine p2p signaling tests -name __pycache__ -type d -prune -exec rm -rf {} +
