# pitboss: GNU make and a Python 3.11 or newer are all that a machine needs.

# The interpreter that builds .venv; everything after that runs inside it.
PYTHON ?= python3
# Passed on to what a target starts: make serve ARGS="--port 9000"
ARGS ?=
# Processes that share the tests: one for each core, eight at most.
WORKERS ?= $(shell cores=$$(nproc 2>/dev/null || echo 2); [ $$cores -gt 8 ] && echo 8 || echo $$cores)

BIN := .venv/bin
BOOTSTRAP := $(PYTHON) tools/bootstrap.py
# One resolution for every platform and Python, so that a figure computed on one is computed with
# the same packages on another.  No header, no index address: the lock says what, never from where.
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest \
	--generate-hashes --no-header --no-annotate

.DEFAULT_GOAL := help
.PHONY: help setup serve test check golden bench soak lock clean

help:  ## show this list
	@sed -n 's/^\([a-z]*\):  *## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

setup:  ## build .venv for development and find or install a browser
	@$(BOOTSTRAP) test

serve:  ## open the house; options go in ARGS
	@$(BOOTSTRAP) serve
	$(BIN)/pitboss serve $(ARGS)

# The browser tests run apart: the driver keeps an event loop in its process, and the house's tests make their own.
# One worker more than there are cores for the others: some of them wait for a process or a clock. The tests of a game
# stay with one worker, which compiles its code once (tests/conftest.py).
test:  ## every check and every test; options for pytest go in ARGS
	@$(BOOTSTRAP) test
	@$(MAKE) --no-print-directory check
	$(BIN)/pytest -n $$(($(WORKERS) + 1)) --dist loadgroup --no-loadscope-reorder --ignore=tests/browser $(ARGS)
	$(BIN)/pytest -n $(WORKERS) tests/browser

check:  ## every check, without the tests (after make setup)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

golden:  ## regenerate the golden plays, on purpose
	@$(BOOTSTRAP) test
	$(BIN)/python -m tests.golden.regenerate $(ARGS)
	$(BIN)/python -m tests.annexes.regenerate

bench:  ## measure speed
	@$(BOOTSTRAP) test
	$(BIN)/python -m bench $(ARGS)

soak:  ## run the long campaigns, or those named: ARGS="kernels edges"
	@$(BOOTSTRAP) test
	$(BIN)/python -m soak $(ARGS)

lock:  ## resolve the dependencies of pyproject.toml anew (UPGRADE=1 for the newest)
	@$(BOOTSTRAP) test
	$(COMPILE) $(if $(UPGRADE),--upgrade) pyproject.toml --group dev -o requirements/dev.txt
	$(COMPILE) $(if $(UPGRADE),--upgrade) pyproject.toml --group build -c requirements/dev.txt -o requirements/runtime.txt
	$(COMPILE) $(if $(UPGRADE),--upgrade) --group installer -c requirements/dev.txt -o requirements/installer.txt

clean:  ## remove .venv and everything generated
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +
