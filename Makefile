# Everything is installed into .venv; a new machine needs Python 3.10 or later, make, and the package index.
PYTHON ?= python3
VENV   ?= .venv
BIN     = $(VENV)/bin
READY   = $(VENV)/.ready
DEMO   ?= demo
BENCH  ?= --quick
LOWEST ?= .venv-lowest
WORKERS ?= 2

# Tiny torch models run 2-50 times slower with several threads on a busy machine.
export OMP_NUM_THREADS ?= 1

# What the demo runs, one call of the host per line: datasets | models.
HVS       = HVSBench_DEMO HVSBench_Prominence_DEMO HVSBench_Subitizing_DEMO HVSBench_Prioritizing_DEMO \
            HVSBench_FreeViewing_DEMO HVSBench_Searching_DEMO
SEARCH    = VisualSearch_COCOSearch18_DEMO VisualSearch_COCOSearch18_Interactive_DEMO VisualSearch_COCOSearch18_HSP_DEMO \
            VisualSearch_COCOSearch18Absent_DEMO VisualSearch_COCOSearch18Absent_Interactive_DEMO
SEARCHERS = hvs-random hvs-uniform hvs-center-bias hvs-ELM-flat hvs-ELM-center hvs-human hvs-gold-standard hvs-oracle
OTHERS    = ActiView_Zooming_DEMO ActiView_ShiftingR_DEMO ActiView_Mixed_DEMO VPB_Stage1_DEMO VPB_Stage2_DEMO
GAZERS    = hvs-gaze-random hvs-gaze-head-only hvs-gaze-head-dominant hvs-gaze-coin-flip hvs-gaze-human

.PHONY: help install demo test examples fast bench figures docs lowest lint clean

help:
	@echo "make demo   install, build the demo sets, run the weight-free models through the host, print the tables"
	@echo "make test   install, run all tests (make fast: those without a host)"
	@echo "make bench  measure speed and memory side by side (BENCH= for the full sizes, which take half an hour)"
	@echo "make lint   ruff and mypy"
	@echo "make docs   build the documentation site; make figures puts recorded figures and option tables into it"
	@echo "make lowest tests with the oldest versions of all dependencies"

install: $(READY)

$(READY): setup.py pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip uv
	$(BIN)/uv pip install --quiet --python $(BIN)/python -e '.[host,test,docs,dev]'
	touch $@

# The demo keeps its data, results and logs to itself, in ./demo.
demo: export LMUData := $(abspath $(DEMO))/LMUData
demo: $(READY)
	rm -rf $(DEMO)/outputs
	mkdir -p $(DEMO)
	$(BIN)/vlmeval-hvs build all --demo
	$(call run,hvsbench,--data $(HVS) --model hvs-random hvs-human hvs-oracle)
	$(call run,search,--data $(SEARCH) --model $(SEARCHERS))
	$(call run,others,--data $(OTHERS) --model hvs-random hvs-oracle)
	$(call run,gaze,--data GazeTarget_DEMO --model $(GAZERS))
	$(BIN)/vlmeval-hvs visions-score $(DEMO)/outputs
	$(BIN)/vlmeval-hvs report $(DEMO)/outputs --html $(DEMO)/report.html

# The host is talkative: its output goes to a file, whose end is shown when something fails.
run = $(BIN)/vlmeval-hvs run --work-dir $(DEMO)/outputs $(2) > $(DEMO)/$(1).log 2>&1 || (tail -n 30 $(DEMO)/$(1).log; exit 1)

# Two workers share the tests by file; those that share a trained model stay together.
test: $(READY)
	$(BIN)/python -m pytest -q --durations=15 -n $(WORKERS) --dist loadgroup
	$(MAKE) --no-print-directory examples

# The examples in docstrings.
examples: $(READY)
	$(BIN)/python -m pytest -q --doctest-modules standardizers vlmeval_hvs --ignore vlmeval_hvs/host/models.py

fast: $(READY)
	$(BIN)/python -m pytest -q -m "not host and not slow"

bench: $(READY)
	for script in speed/bench_*.py; do echo "== $$script"; $(BIN)/python -m speed.$$(basename $$script .py) $(BENCH) || exit 1; done

# Put the recorded figures and the declared options into the documentation.
figures: $(READY)
	$(BIN)/python -m speed.update_docs

docs: $(READY)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

# The oldest versions that setup.py admits, in a virtual environment of their own.
lowest:
	$(PYTHON) -m venv $(LOWEST)
	$(LOWEST)/bin/python -m pip install --quiet --disable-pip-version-check uv
	$(LOWEST)/bin/uv pip install --quiet --python $(LOWEST)/bin/python --resolution lowest-direct -e '.[build,search]'
	$(LOWEST)/bin/uv pip install --quiet --python $(LOWEST)/bin/python pytest pytest-xdist hypothesis pycocotools scikit-learn statsmodels
	$(LOWEST)/bin/python -m pytest -q -n $(WORKERS) --dist loadgroup -m "not host and not slow" tests/standardizers tests/metrics tests/benchmarks tests/results

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

clean:
	rm -rf $(VENV) $(LOWEST) $(DEMO) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
