# Ferrovía: `make play` and `make test` set up whatever they need. Wanted beforehand: Python 3.11 to 3.14, Node 20 or newer.

PYTHON ?= python3
BIN := .venv/bin
PYTEST := $(BIN)/pytest -n 2
READY := .venv/.ready

# The web client joins in as soon as it exists.
ifneq ($(wildcard web/package.json),)
CLIENT := src/ferrovia/server/static/index.html
WEB_READY := web/node_modules/.ready
WEB_SOURCES := $(shell find web -name node_modules -prune -o -name test-results -prune -o -type f -print)
endif

.PHONY: help play quick test test-browser test-long sweep bench bench-routes release format lock setup clean need-node
.DELETE_ON_ERROR:

help:
	@echo "make play | quick | test | test-browser | test-long | sweep | bench | bench-routes | release | format | lock | setup | clean"

play: setup
	$(BIN)/ferrovia serve

test: setup need-node
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/pyright
	$(BIN)/lint-imports --no-logo
	$(PYTEST) -m "not long and not sweep" --ignore=tests/web
ifdef CLIENT
	cd web && npm run check && npm test
endif

# What a change of rules or engine breaks first, in less than a minute.
quick: $(READY)
	$(BIN)/ruff check
	$(BIN)/lint-imports --no-logo
	$(PYTEST) -m "not long and not sweep" tests/model tests/engine tests/rules tests/perft tests/test_house.py

# Real browsers on real servers.
test-browser: setup need-node
	$(PYTEST) tests/web

test-long: setup
	$(PYTEST) -m long

# Every case, hundreds of games: hours, not minutes.
sweep: setup
	$(PYTEST) --complete -m "long or sweep"

bench: setup
	$(BIN)/ferrovia bench
	$(BIN)/python bench/server.py
	$(BIN)/python bench/desk.py

bench-routes: setup
	$(BIN)/python bench/recorded_routes.py --plot docs/routes.png
	PYTHONPATH=tests $(BIN)/python bench/routes.py

# What is given out: wheel, source, the versions that a server was tested with, and what it is made of (CycloneDX).
release: setup
	rm -rf dist
	mkdir dist
	$(BIN)/hatchling build --directory dist
	$(BIN)/python tools/server_lock.py > dist/requirements.txt
	$(BIN)/cyclonedx-py requirements dist/requirements.txt --pyproject pyproject.toml --output-reproducible \
		--output-format JSON --output-file dist/ferrovia.cdx.json

format: $(READY)
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

# `make lock UPGRADE=--upgrade` also takes newer versions. The lock has hashes but names no registry (uv.lock would), and
# --no-config keeps a machine's own package sources out of it.
lock:
	test -x $(BIN)/uv || $(MAKE) $(READY)
	$(BIN)/uv --no-config pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
		--no-emit-index-url --no-emit-find-links --no-sources $(UPGRADE) --extra server --extra arena --extra tune --extra env \
		--group dev pyproject.toml -o requirements.lock

setup: $(READY) $(CLIENT)

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' || { \
		echo "Ferrovía needs Python 3.11 to 3.14 (make PYTHON=python3.12 …); found: $$($(PYTHON) --version 2>&1)"; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --require-hashes --no-deps -r requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	@touch $@

# Pyright runs on Node too: without it, its Python package would try to download one.
need-node:
	@node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' || { \
		echo "Ferrovía needs Node 20 or newer; found: $$(node --version 2>&1)"; exit 1; }

$(WEB_READY): web/package.json web/package-lock.json web/.npmrc | need-node
	cd web && npm ci --no-audit --no-fund
	@touch $@

$(CLIENT): $(WEB_SOURCES) $(WEB_READY) | need-node
	cd web && npm run build
	@touch $@

clean:
	rm -rf .venv .hypothesis .import_linter_cache .pytest_cache .ruff_cache dist web/node_modules src/ferrovia/server/static
	find src tests -name __pycache__ -prune -exec rm -rf {} +
