# Changeling: each target does all of its own set-up, in .venv beside this file.
#   make play      serves the table and opens it in the browser; ARGS="--port 8080" passes options on
#   make terminal  a game in the terminal; ARGS="--seats 3 --seed 7" passes options on
#   make test      every check, then the tests
#   make check     lint, format, types, layers, generated pages
#   make audit     looks up known holes of what is installed, where a package index answers
#   make soak      the long tests, then 100,000 random games of every edition, each decision checked
#   make bench     decisions per second beside those of other libraries (in .venv-bench); writes docs/performance.md
#   make reports   simulates every edition and writes its report into build/reports, and its figures into docs
#   make page      checks, tests and builds the page of the web table from web/ (with Node; without one, Node from PyPI)
#   make docs      writes the generated pages of docs/ and the machine's dispatchers again
#   make clean     removes .venv, .venv-bench and all caches
# Another Python than the one found: make PYTHON=/path/to/python3 ...

SUITABLE := import ensurepip, sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for python in python3.13 python3.12 python3.11 python3 python; do \
	$$python -c '$(SUITABLE)' 2>/dev/null && echo $$python && break; done)
BIN := .venv/bin

# Tests start hundreds of processes. Where this is set, each of them would compile every module again.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: play terminal test check audit soak bench reports page docs clean

play: .venv/play.stamp
	@$(BIN)/changeling serve --open $(ARGS)

terminal: .venv/play.stamp
	@$(BIN)/changeling play $(ARGS)

# Two processes for each core: many tests wait for servers and browsers. The checks run beside the tests.
PROCESSES ?= $(shell $(PYTHON) -c 'import os; print(2 * (os.cpu_count() or 1))')
test: .venv/dev.stamp
	@nice $(MAKE) --no-print-directory check > .venv/check.log 2>&1 & checks=$$!; \
	$(BIN)/pytest -n $(PROCESSES) $(ARGS); tests=$$?; \
	wait $$checks; checked=$$?; cat .venv/check.log; \
	exit $$((tests + checked))

check: .venv/dev.stamp
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python docs/generate.py --check

# It needs an index to ask, so it is no part of `make check`; what cannot be looked up there fails it.
audit: .venv/dev.stamp
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check 'pip-audit>=2.7,<3'
	@$(BIN)/python -m pip freeze --exclude-editable > .venv/installed.txt
	$(BIN)/pip-audit --strict --no-deps --disable-pip --requirement .venv/installed.txt

# What tries at random in `make test` tries much more here.
RANDOM := tests/bots tests/cards tests/engine tests/play/test_branch.py tests/play/test_cookbook_players.py \
	tests/proofs tests/record \
	tests/repo/test_cookbook.py tests/repo/test_cookbook_cards.py tests/repo/test_cookbook_events.py \
	tests/web/http/test_routes.py tests/web/table/test_failing_store.py
soak: .venv/dev.stamp
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[browsers]'
	$(if $(shell command -v xvfb-run),xvfb-run -a) $(BIN)/pytest -m soak
	CHANGELING_EFFORT=20 $(BIN)/pytest -n $(PROCESSES) $(RANDOM)
	@$(BIN)/changeling soak --games 100000 $(ARGS)

bench: .venv/dev.stamp
	@$(BIN)/python -m benchmarks.run $(ARGS)

# GAMES=... for each edition; a run that is there is gone on with.
GAMES ?= 100000
reports: .venv/dev.stamp
	$(BIN)/python docs/reports.py --games $(GAMES) $(ARGS)

# The built page is kept with the sources, so that nobody needs Node to play. NPM=... names another npm.
page: .venv/dev.stamp
	$(BIN)/python web/build.py

docs: .venv/dev.stamp
	$(BIN)/python docs/generate.py

clean:
	rm -rf .venv .venv-bench web/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist
	find src tests docs benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

# A stamp is newer than pyproject.toml when what it stands for is installed. The dev extra holds all that play needs.
.venv/play.stamp: pyproject.toml
	@$(call install,play$(comma)web$(comma)fast)
	@touch $@

.venv/dev.stamp: pyproject.toml
	@$(call install,dev)
	@touch .venv/play.stamp $@

comma := ,
define install
	if ! '$(PYTHON)' -c '$(SUITABLE)' 2>/dev/null; then \
		echo "Changeling needs Python 3.11 or newer with its venv module; found: '$(PYTHON)'." >&2; \
		echo "Install one (Debian, Ubuntu: python3 and python3-venv), or name it: make PYTHON=/path/to/python3" >&2; \
		exit 1; \
	fi; \
	$(BIN)/python -c '$(SUITABLE)' 2>/dev/null && $(BIN)/python -m pip --version >/dev/null 2>&1 \
		|| '$(PYTHON)' -m venv --clear .venv || exit 1; \
	echo "Installing into .venv: changeling[$(1)]"; \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[$(1)]'
endef
