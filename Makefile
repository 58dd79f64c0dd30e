# Everything a contributor types. `make` alone lists it; each target prepares what it needs.

.DEFAULT_GOAL := help
.PHONY: help environment setup play test bench lint lint-python lint-page test-long test-page test-research warm-up wheel docs gallery index types lock clean

# What to pass on, e.g. make play PLAY_ARGS="--players 3 --lang fr", make test TEST_ARGS="-k harbour".
GAME ?=
PLAY_ARGS ?=
SHARE ?=
TEST_ARGS ?=
BENCH_ARGS ?=
GALLERY_ARGS ?=
LOCK_ARGS ?=
PYTHON ?= python3

# Else every process would compile our modules anew.
unexport PYTHONDONTWRITEBYTECODE

help: ## list these targets
	@echo "make TARGET, where TARGET is one of:"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-9s %s\n", $$1, $$2 }' Makefile

# What a target needs is prepared side by side. Playing needs less than developing does.
environment:
	@scripts/prepare "setup dev"

setup: ## make .venv with everything needed and build the page (does nothing when all is up to date)
	@scripts/prepare "setup dev" "setup-web dev"

# A game in the terminal needs no page.
play: ## start the server (SHARE=1: also for phones in this home); with GAME=minivilles play in the terminal (PLAY_ARGS="--players 3 --lang fr")
	@scripts/prepare setup $(if $(GAME),,setup-web)
	@.venv/bin/faubourg $(if $(GAME),play $(GAME),serve --browse $(if $(SHARE),--share)) $(PLAY_ARGS) || test $$? -eq 130 # Ctrl-C is no error

lint: setup ## check style and types
	@$(MAKE) --no-print-directory --jobs=2 lint-python lint-page

lint-python:
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/lint-imports --no-cache

lint-page:
	cd web && npm run --silent check

# Style, types and the page's own tests are checked while the games are compiled, once for all workers; who
# runs some tests only waits for what these need. Four workers even on two cores: half of the time they
# wait for servers and browsers. Which tests a worker gets at a time is said in tests/order.py.
test: ## lint, then run every test and every example (TEST_ARGS="-k harbour")
test-long: ## the same with all cases, new random ones, and ten times as many (for the night)
test-long: export FAUBOURG_LONG := 1
test test-long:
	@scripts/prepare "setup dev" "setup-web dev" setup-tests
	@$(MAKE) --no-print-directory --jobs=2 $(if $(TEST_ARGS),,warm-up) lint-python lint-page test-page
	.venv/bin/pytest --numprocesses=4 --dist=loadgroup --no-loadscope-reorder $(TEST_ARGS)

# In an environment of its own (scripts/setup-research says why); `make test` leaves these out.
test-research: environment ## the tests and examples with researchers' own libraries: PyTorch, JAX, Stable-Baselines3, TorchRL, RLlib (TEST_ARGS="-k dlpack")
	@scripts/setup-research
	.venv-research/bin/pytest --numprocesses=2 tests/research $(TEST_ARGS)

warm-up:
	.venv/bin/python -m scripts.warm_up

test-page:
	cd web && npm run --silent test

bench: environment ## measure the speed of the rules (for the server: .venv/bin/python -m bench.load --help)
	@.venv/bin/python -m bench $(BENCH_ARGS)

docs: environment ## build the documentation (`faubourg docs` shows it)
	@.venv/bin/python -m zensical build --strict
	@echo "The documentation is in src/faubourg/site/index.html; faubourg docs shows it"

gallery: ## take the pictures of docs/gallery.md anew (GALLERY_ARGS=cities for those of one game)
	@scripts/prepare "setup dev" "setup-web dev" setup-tests
	@.venv/bin/python -m scripts.gallery $(GALLERY_ARGS)

index: environment ## note down for every clause of the rules which tests show it
	@.venv/bin/python scripts/index_clauses.py

types: setup ## write the page's types of the server's interface and of each game's view, and its positions of rules and lessons anew
	@.venv/bin/python scripts/api_types
	@.venv/bin/python scripts/view_types
	@.venv/bin/python -m scripts.page_positions

# uv resolves for all systems at once. Both locks pin the same versions, and those for developing come first.
# Pins move only when they must: LOCK_ARGS=--upgrade moves them all, LOCK_ARGS="--upgrade-package rich" one.
lock: environment ## renew the locks from pyproject.toml (LOCK_ARGS=--upgrade for the newest of everything)
	@scripts/lock $(LOCK_ARGS)

wheel: docs ## build dist/faubourg-….whl, with the page and the documentation inside
	@scripts/prepare setup-web
	@rm -rf dist
	@.venv/bin/python -m hatchling build --target wheel

clean: ## remove everything that was made here, .venv too
	rm -rf .venv .venv-research .uv .setup.lock .setup-web.lock .setup-research.lock .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist
	rm -rf web/node_modules web/src/messages web/project.inlang src/faubourg/server/pages src/faubourg/site
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
