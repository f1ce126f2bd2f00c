# `make app` and `make test` are all you need; both make .venv themselves.
PYTHON ?= python3
BIN = .venv/bin

app: .venv/app
	$(BIN)/streamlit run streamlit_app.py

test: .venv/dev
	$(BIN)/python -m pytest -n auto --no-loadscope-reorder

check: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python -m pytest --quiet tests/subject/test_house.py

bench: .venv/dev
	$(BIN)/python -m benchmarks

# Without retries: pip would otherwise wait about 7 s a package where the PyTorch index is out of
# reach. `--prefer-binary` keeps it from compiling anything.
PIP = PIP_RETRIES=0 PIP_DEFAULT_TIMEOUT=15 $(BIN)/python -m pip install --quiet --prefer-binary

.venv/app: requirements.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(PIP) -r requirements.txt
	touch $@

.venv/dev: requirements-dev.txt requirements-data.txt .venv/app
	$(PIP) -r requirements-dev.txt
	touch $@

.PHONY: app test check bench
