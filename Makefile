# Wallchart: `make run` to try it, `make test` and `make check` before a commit.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: help run install install-dev test slow long mutants bench load check fmt words lock sbom release
.DEFAULT_GOAL := help

help: ## List these commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1|\2/p' Makefile | while IFS='|' read -r name what; do \
		printf '%-18s %s\n' "$$name" "$$what"; done

run: install ## Install, load the demo on the first start, and serve on port 8000
	@$(BIN)/python manage.py serve --demo $(if $(PORT),--port $(PORT))

install: .venv/.runtime ## Make .venv with what Wallchart needs to run

install-dev: install .venv/.dev ## Make .venv with the tools for tests and checks too

test: install-dev ## Run the tests, and again on PostgreSQL those that may differ there
	@$(BIN)/python -m tests

slow: install-dev ## Run the tests that take seconds each, which make test leaves out
	@$(BIN)/python -m tests slow

long: slow ## Run these, the tests that take minutes, and all of the database on PostgreSQL
	@$(BIN)/python -m release wheels --here
	@$(BIN)/python -m pytest -m "long or hypothesis" --hypothesis-profile=explore -n logical --dist worksteal
	@$(BIN)/python -m tests rest
	@$(BIN)/python -m tests.mutants half

mutants: install-dev ## Change the rules in small ways; tests must notice
	@$(BIN)/python -m tests.mutants

bench: install-dev ## Measure, one line per figure; what phones pay needs Chromium
	@$(BIN)/python -m tests.bench; missed=$$?; $(BIN)/python -m tests.bench.phones && exit $$missed

load: install-dev ## Measure what a hall full of phones does; needs tsung, wrk, nginx, Redis, PostgreSQL
	@$(BIN)/python -m tests.load

check: install-dev ## Lint, types, import contracts, templates, style sheets, settings, compose file, lock files
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	find templates -name '*.html' -exec $(DJADE) --check {} +
	$(DJHTML) --check templates $$(find templates -name '*.jinja')
	for sheet in static/css/*.css; do $(CSS_BEAUTIFY) $$sheet | diff -u $$sheet - || exit 1; done
	$(AS_DEPLOYED) $(BIN)/python manage.py check --deploy --fail-level WARNING
	$(AS_DEPLOYED) $(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/check-jsonschema --builtin-schema vendor.compose-spec docker-compose.yml
	$(BIN)/python -m pytest -q tests/test_lock_files.py
	@$(CHECK_COMPOSE)
# A database of nobody's: checking must not touch the one in var/.
AS_DEPLOYED := HTTPS=on DATABASE_URL=sqlite://:memory:
CHECK_COMPOSE := \
	if command -v docker-compose >/dev/null; then compose=docker-compose; \
	elif docker compose version >/dev/null 2>&1; then compose="docker compose"; \
	else echo "Left out: docker-compose config -q (docker-compose is not installed)"; \
		test -z "$$NO_SKIPS"; exit; fi; \
	echo "$$compose config -q"; $$compose config -q

fmt: install-dev ## Format Python, templates and style sheets
	$(BIN)/ruff format
	find templates -name '*.html' -exec $(DJADE) {} +
	$(DJHTML) templates $$(find templates -name '*.jinja')
	for sheet in static/css/*.css; do $(CSS_BEAUTIFY) --replace $$sheet || exit 1; done

# djade puts Django's tags in order and djhtml indents; where a line breaks is a person's choice, within the limits
# of tests/test_templates.py: white space between inline elements is part of the page.
DJADE := $(BIN)/djade --target-version 5.2
DJHTML := $(BIN)/djhtml --tabwidth 2
CSS_BEAUTIFY := $(BIN)/css-beautify --indent-size 2 --space-around-combinator --end-with-newline

words: install-dev ## Bring the translations of public pages up to date; list what has none yet
	@$(BIN)/python -m tests.catalog

lock: ## Pin the dependencies of pyproject.toml anew (needs uv)
	$(UV_COMPILE) --extra dev $(SERVER) --output-file requirements-dev.txt
	$(UV_COMPILE) --constraint requirements-dev.txt --output-file requirements.txt
	$(UV_COMPILE) --constraint requirements-dev.txt $(SERVER) --output-file requirements-server.txt
SERVER := --extra postgres --extra redis --extra sentry --extra prometheus
UV_COMPILE := uv pip compile pyproject.toml --quiet --universal --generate-hashes \
	--no-header --no-annotate --no-emit-index-url $(if $(UPGRADE),--upgrade)

sbom: install-dev ## Write what Wallchart is made of to dist/sbom.cdx.json (CycloneDX)
	@mkdir -p dist
	@$(BIN)/python -m config.sbom > dist/sbom.cdx.json
	@echo dist/sbom.cdx.json

release: install-dev ## Build dist/wallchart-VERSION.zip, for directors of every system; downloads its packages
	@$(BIN)/python -m release

# A stamp is newer than the lock file it was made from, or the installation is repeated.
.venv/.runtime: requirements.txt | .venv/bin/python
	@$(INSTALL) $<
	@touch $@

.venv/.dev: requirements-dev.txt .venv/.runtime | .venv/bin/python
	@$(INSTALL) $<
	@touch $@

PIP = $(if $(shell command -v uv),uv pip install --python $(BIN)/python,$(BIN)/python -m pip install)
INSTALL = echo "Installing $< …"; $(PIP) --quiet --require-hashes --requirement

.venv/bin/python:
	@command -v $(PYTHON) >/dev/null || { \
		echo "Wallchart needs Python 3.11 or newer: sudo apt install python3 python3-venv" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Wallchart needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V 2>&1). Name another: make PYTHON=python3.11" >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
		echo "Python's venv package is missing: sudo apt install python3-venv" >&2; exit 1; }
	@$(PYTHON) -m venv .venv
