# pitboss: GNU make and a Python 3.11 or newer are all that a machine needs.

# The interpreter that builds .venv; everything after that runs inside it.
PYTHON ?= python3
# Passed on to what a target starts: make serve ARGS="--port 9000"
ARGS ?=
# Processes that share the tests: one for each core, eight at most.
WORKERS ?= $(shell cores=$$(nproc 2>/dev/null || echo 2); [ $$cores -gt 8 ] && echo 8 || echo $$cores)

# Python compiles each source once for all the processes that follow, also where the environment forbids it.
unexport PYTHONDONTWRITEBYTECODE

BIN := .venv/bin
BOOTSTRAP := $(PYTHON) tools/bootstrap.py
# One resolution for every platform and Python, so that a figure computed on one is computed with
# the same packages on another.  No header, no index address: the lock says what, never from where.
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest \
	--generate-hashes --no-header --no-annotate

# The extras that `make serve` installs.
RUNTIME := serve client records postgres mathematics papers

.DEFAULT_GOAL := help
.PHONY: help setup serve test collect test-checks test-pages test-others check golden wire docs release bench soak lock clean

help:  ## show this list
	@sed -n 's/^\([a-z]*\):  *## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

setup:  ## build .venv for development and find or install a browser
	@$(BOOTSTRAP) test

serve:  ## open the house; options go in ARGS
	@$(BOOTSTRAP) serve
	$(BIN)/pitboss serve --demo $(ARGS)

PYTEST := $(BIN)/pytest
# Two more than the cores for tests that are no pages: those of the house wait for a good part of their time.
TESTERS := $(shell echo $$(($(WORKERS) + 2)))
# As many browsers as cores: pages are half of all the work, and would end last.
BROWSERS := $(WORKERS)

# Each part notes how long it took.
TIMED := $(PYTHON) tools/timed.py

# Checks, pages and the other tests go side by side, so that no core waits: mypy has one process, and pages are mostly
# waited for. Pages are one after the other and would end last, so that the others let them go first (nice). Whichever
# fails, the others are finished too (--keep-going).
test:  ## every check and every test; options for pytest go in ARGS
	@rm -rf build/times
	@$(TIMED) setup $(BOOTSTRAP) test
	@$(TIMED) tests $(MAKE) --no-print-directory --keep-going -j 3 test-checks test-pages test-others; \
	status=$$?; $(TIMED); exit $$status

# What is said beside the tests is shown when it is done, not in the midst of what they say.
SHOWN = > build/$@.txt 2>&1; status=$$?; echo "$@:"; cat build/$@.txt; exit $$status

test-checks:
	@mkdir -p build
	@$(TIMED) checks nice -n 5 $(MAKE) --no-print-directory check $(SHOWN)

# Importing every test takes a third as long the second time: done once before the tests, their workers find all of it
# compiled. What cannot be imported is reported by the tests themselves.
collect:
	@$(TIMED) collecting $(PYTEST) --collect-only --ignore=tests/browser > /dev/null 2>&1 || true

# The browser tests have processes of their own: the driver keeps an event loop in its process, and the house's tests
# make their own.
test-pages:
	@mkdir -p build
	@$(TIMED) pages $(PYTEST) -n $(BROWSERS) -m "not slow" tests/browser $(SHOWN)

# The tests of a game stay with one worker, which compiles its code once (tests/conftest.py). Those marked slow are a
# campaign of make soak.
test-others: collect
	$(TIMED) others nice -n 5 $(PYTEST) -n $(TESTERS) --dist loadgroup --no-loadscope-reorder -m "not slow" --ignore=tests/browser $(ARGS)

check:  ## every check, without the tests (after make setup)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.check_pages
	$(BIN)/python -m tools.readability

golden:  ## regenerate the golden plays and what is derived from registers and catalogue, on purpose
	@$(BOOTSTRAP) test
	$(BIN)/python -m tests.golden.regenerate $(ARGS)
	$(BIN)/python -m tests.annexes.regenerate
	$(BIN)/python -m tools.manifest

wire:  ## write the types of the pages and the JSON Schema, after a change in house/protocol or house/commands
	@$(BOOTSTRAP) test
	$(BIN)/python -m pitboss.house.wire.schema

docs:  ## build the site into build/site; the house serves it at /docs
	@$(BOOTSTRAP) test
	$(BIN)/python -m tools.site $(ARGS)

release:  ## set a version (ARGS=0.4.0), or build, try and sum up the last commit into dist/
	@$(BOOTSTRAP) test
	$(BIN)/python -m tools.release $(ARGS)

bench:  ## measure speed
	@$(BOOTSTRAP) test
	$(BIN)/python -m bench $(ARGS)

soak:  ## run the long campaigns, or those named: ARGS="kernels edges"
	@$(BOOTSTRAP) test
	$(BIN)/python -m soak $(ARGS)

lock:  ## resolve the dependencies of pyproject.toml anew (UPGRADE=1 for the newest)
	@$(BOOTSTRAP) test
	$(COMPILE) $(if $(UPGRADE),--upgrade) pyproject.toml --all-extras --group dev -o requirements/dev.txt
	$(COMPILE) $(if $(UPGRADE),--upgrade) pyproject.toml $(RUNTIME:%=--extra %) --group build -c requirements/dev.txt -o requirements/runtime.txt
	$(COMPILE) $(if $(UPGRADE),--upgrade) pyproject.toml -c requirements/dev.txt -o requirements/base.txt
	$(COMPILE) $(if $(UPGRADE),--upgrade) bench/peers.in -o bench/peers.txt
	$(COMPILE) $(if $(UPGRADE),--upgrade) --group installer -c requirements/dev.txt -o requirements/installer.txt

clean:  ## remove .venv and everything generated
	rm -rf .venv .venv-newer tools/web/node_modules build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +
