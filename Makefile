# The two commands: `make run` and `make test`. Everything is installed into .venv.
PYTHON ?= python3
BIN := .venv/bin
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: run setup lock locked audit test a11y lint bench eval faults fuzz load mutants clean

run: .venv/.installed
	$(BIN)/python -m assistant serve

setup: .venv/.installed-dev

# Two workers a core: tests in a browser and on real servers mostly wait.
test: .venv/.installed-dev
	$(BIN)/python -m pytest --dist worksteal -n $(or $(WORKERS),$$($(BIN)/python -c "import os; print(2 * os.cpu_count())"))

# Every page in light and dark before axe-core; `make test` looks at the main ones.
a11y: .venv/.installed-dev
	A11Y=1 $(BIN)/python -m pytest tests/browser/test_a11y.py

# Exactly the versions that were tried, each with its hash; `make lock` looks for newer ones.
locked:
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(INSTALL) --require-hashes --requirement requirements-dev.lock
	$(INSTALL) --no-deps --no-build-isolation --editable .
	touch .venv/.installed .venv/.installed-dev

LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header
lock: .venv/.installed-dev
	$(LOCK) --upgrade pyproject.toml --output-file requirements.lock
	$(LOCK) --upgrade --extra dev --constraint requirements.lock pyproject.toml \
	  --output-file requirements-dev.lock

# Whether anything of the lock is known to be unsafe.
audit: .venv/.installed-dev
	$(BIN)/pip-audit --strict --disable-pip --require-hashes --requirement requirements-dev.lock

lint: .venv/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/.installed-dev
	$(BIN)/python -m bench

# How well the photos of a folder with their truth are read: make eval FOLDER=my-photos
eval: .venv/.installed
	$(BIN)/python -m assistant eval $(FOLDER)

# Each fault on a real server, and 300 kills after acknowledged saves; `make test` kills a few times.
faults: .venv/.installed-dev
	FAULT_ROUNDS=300 $(BIN)/python -m pytest tests/faults

# Junk for every page, command and the decoder of pictures: make fuzz INPUTS=1000000 SEED=2
fuzz: .venv/.installed-dev
	INPUTS=$(INPUTS) SECONDS=$(SECONDS) SEED=$(SEED) $(BIN)/python -W ignore -m bench.fuzz

# 100 tables with 4 phones each at one server on this machine: make load SECONDS=60
load: .venv/.installed-dev
	SECONDS=$(SECONDS) SEED=$(SEED) $(BIN)/python -m bench.load

# How many planted faults the tests notice, in a seeded sample: make mutants SAMPLE=300 SEED=1
mutants: .venv/.installed-dev
	SAMPLE=$(or $(SAMPLE),40) SEED=$(or $(SEED),1) $(BIN)/python -m bench.mutants

.venv/.installed: pyproject.toml
	$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11) and 'Python 3.11 or newer is needed: make run PYTHON=python3.12')"
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(INSTALL) --editable .
	touch $@

.venv/.installed-dev: .venv/.installed
	$(INSTALL) --editable '.[dev]'
	touch $@

clean:
	rm -rf .venv
