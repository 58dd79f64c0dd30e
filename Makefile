# Everything a contributor types. `make` alone lists it; each target prepares what it needs.

.DEFAULT_GOAL := help
.PHONY: help environment setup play test bench lint lint-python lint-page tests-need docs gallery index types lock clean

# What to pass on, e.g. make play PLAY_ARGS="--players 3 --lang fr", make test TEST_ARGS="-k harbour".
GAME ?=
PLAY_ARGS ?=
TEST_ARGS ?=
BENCH_ARGS ?=
GALLERY_ARGS ?=
LOCK_ARGS ?=
PYTHON ?= python3

# Else every process would compile our modules anew.
unexport PYTHONDONTWRITEBYTECODE

help: ## list these targets
	@echo "make TARGET, where TARGET is one of:"
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  %-7s %s\n", $$1, $$2 }' Makefile

environment:
	@scripts/setup

setup: environment ## make .venv with everything needed and build the page (does nothing when all is up to date)
	@scripts/setup-web

# A game in the terminal needs no page.
play: environment ## start the server; with GAME=minivilles play in the terminal (PLAY_ARGS="--players 3 --lang fr")
	@$(if $(GAME),,scripts/setup-web)
	@.venv/bin/faubourg $(if $(GAME),play $(GAME),serve --browse) $(PLAY_ARGS) || test $$? -eq 130 # Ctrl-C is no error

lint: setup ## check style and types
	@scripts/setup-web --packages
	@$(MAKE) --no-print-directory --jobs=2 lint-python lint-page

lint-python:
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/lint-imports --no-cache

lint-page:
	cd web && npm run --silent check

# Four workers even on two cores: half of the time they wait for servers and browsers. What all of them
# need is compiled before, once; who runs some tests only waits for what these need. Few tests are
# handed out at a time, because slow ones stand side by side.
test: ## lint, then run every test and every example (TEST_ARGS="-k harbour")
	@$(MAKE) --no-print-directory --jobs=2 setup tests-need
	@$(MAKE) --no-print-directory lint
	cd web && npm run --silent test
	$(if $(TEST_ARGS),,.venv/bin/python -m scripts.warm_up)
	.venv/bin/pytest --numprocesses=4 --maxschedchunk=2 $(TEST_ARGS)

tests-need:
	@scripts/setup-tests

bench: environment ## measure the speed of the rules (for the server: .venv/bin/python -m bench.load --help)
	@.venv/bin/python -m bench $(BENCH_ARGS)

docs: environment ## build the documentation into site/
	.venv/bin/mkdocs build --strict --quiet
	@echo "The documentation is in site/index.html"

gallery: setup ## take the pictures of docs/gallery.md anew (GALLERY_ARGS=cities for those of one game)
	@scripts/setup-tests
	@.venv/bin/python -m scripts.gallery $(GALLERY_ARGS)

index: environment ## note down for every clause of the rules which tests show it
	@.venv/bin/python scripts/index_clauses.py

types: environment ## write the page's types of the server's interface and of each game's view anew
	@scripts/setup-web --packages
	@.venv/bin/python scripts/api_types
	@.venv/bin/python scripts/view_types

# uv resolves for all systems at once; it lives apart, so that the environment it pins stays free of it.
# Pins move only when they must: LOCK_ARGS=--upgrade moves them all, LOCK_ARGS="--upgrade-package rich" one.
lock: ## renew requirements.lock from pyproject.toml (LOCK_ARGS=--upgrade for the newest of everything)
	test -x .venv-lock/bin/uv || { $(PYTHON) -m venv .venv-lock && .venv-lock/bin/pip install --quiet uv; }
	.venv-lock/bin/uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 \
		--generate-hashes --no-emit-index-url --custom-compile-command "make lock" \
		--quiet --output-file requirements.lock $(LOCK_ARGS)

clean: ## remove everything that was made here, .venv too
	rm -rf .venv .venv-lock .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist site
	rm -rf web/node_modules web/src/messages web/project.inlang src/faubourg/server/pages
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
