# Everything is installed into .venv; a new machine needs Python 3.10 or later, make, and the package index.
PYTHON ?= python3
VENV   ?= .venv
BIN     = $(VENV)/bin
READY   = $(VENV)/.ready
DEMO   ?= demo
BENCH  ?= --quick
LOWEST ?= .venv-lowest
NEWEST ?= .venv-newest
INSPECT ?= .venv-inspect
TRAINING ?= .venv-training
LMMS   ?= .venv-lmms
SBOM   ?= .venv-sbom
WORKERS ?= 2
TRAINING_TESTS = pytest pytest-xdist hypothesis jsonschema
FUZZ_SECONDS ?= 120
FUZZ_SEED ?= 1
# Steps of `make nightly`, long ones last.
STEPS ?= lint test nightly-tests docs demo-all lowest newest inspect lmms-eval \
	$(addprefix training-,trl ms-swift llamafactory) fuzz upstream hosts
ORDINARY = not nightly
WITHOUT_HOST = not host and not slow and not nightly
QUICK = $(WITHOUT_HOST) and not long

# Tiny torch models run 2-50 times slower with several threads on a busy machine.
export OMP_NUM_THREADS ?= 1

# Where compiled modules may not be kept, every process of tests and demos compiles pandas, scipy and the host anew.
unexport PYTHONDONTWRITEBYTECODE

# What stands between the arguments of a call.
COMMA = ,

# What the whole demo runs: datasets | models. People answer where Overall can be told from them, ideal searchers look for
# what is there.
HVS       = $(HVSHUMAN) HVSBench_Subitizing_DEMO HVSBench_FreeViewing_DEMO HVSBench_Searching_DEMO
HVSHUMAN  = HVSBench_DEMO HVSBench_Prominence_DEMO HVSBench_Prioritizing_DEMO
PRESENT   = VisualSearch_COCOSearch18_DEMO VisualSearch_COCOSearch18_Interactive_DEMO VisualSearch_COCOSearch18_HSP_DEMO
ABSENT    = VisualSearch_COCOSearch18Absent_DEMO VisualSearch_COCOSearch18Absent_Interactive_DEMO
SEARCHERS = hvs-random hvs-uniform hvs-center-bias hvs-human hvs-gold-standard hvs-oracle
IDEAL     = hvs-ELM-flat hvs-ELM-center
OTHERS    = ActiView_Zooming_DEMO ActiView_ShiftingR_DEMO ActiView_Mixed_DEMO VPB_Stage1_DEMO VPB_Stage2_DEMO
GAZERS    = hvs-gaze-random hvs-gaze-head-only hvs-gaze-head-dominant hvs-gaze-coin-flip hvs-gaze-human

.PHONY: help install demo demo-all test examples fast nightly nightly-tests smoke-fuzz fuzz bench tables docs readers lowest-smoke lowest \
	newest inspect lmms-eval training hosts upstream sbom lint clean

help:
	@echo "make demo   a light installation (170 MB to download), then a first result in one CPU minute: a table and a page"
	@echo "make demo-all  install all, run every weight-free model on all demo sets through the host (four minutes)"
	@echo "make test   install, run the tests of every change (make fast: quick ones without a host)"
	@echo "make nightly  everything below and the long tests, one after the other, and what came of each (an hour)"
	@echo "make bench  measure speed and memory beside other libraries (BENCH= for all rounds, ten minutes)"
	@echo "make readers  how the readers read replies of real models (../shared/data/real_replies)"
	@echo "make lint   ruff and mypy"
	@echo "make smoke-fuzz  ten seconds of it over all saved inputs"
	@echo "make fuzz   look for inputs that end a reader, a decoder or a builder (FUZZ_SECONDS=3600 for an hour)"
	@echo "make docs   build the documentation site; make tables writes the option tables into its pages"
	@echo "make lowest-smoke  metrics and a demo set with the oldest versions of all dependencies"
	@echo "make lowest tests with the oldest versions; make newest with the newest"
	@echo "make inspect  test of the example for Inspect, with that package"
	@echo "make training  exports for training in TRL, ms-swift and LLaMA-Factory"
	@echo "make lmms-eval  test of the example for lmms-eval, with that package and a torch of its own"
	@echo "make hosts  the plugin in every ms-vlmeval of the index, and in the checkouts that VLMEVAL_HVS_UPSTREAM names (a quarter of an hour)"
	@echo "make upstream  exported benchmarks in a clone of the checkout that VLMEVAL_HVS_UPSTREAM names (three minutes)"
	@echo "make sbom   write the bill of materials of the package and what it needs (CycloneDX) into dist"

install: $(READY)

$(READY): setup.py pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip uv
	$(BIN)/uv pip install --quiet --python $(BIN)/python -e '.[host,test,docs,dev]'
	touch $@

# The demos keep their data, results and logs to themselves, in ./demo. The first one has an installation of its own
# there, without the host, and one run for each benchmark.
LIGHT = $(DEMO)/.venv

$(LIGHT)/.ready: setup.py pyproject.toml
	@echo "Installing into $(LIGHT): downloads 170 MB, takes 620 MB and about a minute; then the demo takes about two."
	@test -x $(LIGHT)/bin/python || $(PYTHON) -m venv $(LIGHT)
	@$(LIGHT)/bin/python -m pip install --disable-pip-version-check -e .
	@touch $@

demo demo-all: export LMUData := $(abspath $(DEMO))/LMUData
demo: BIN = $(LIGHT)/bin
demo: $(LIGHT)/.ready
	@echo "Models without weights answer five benchmarks on drawn scenes: one to two minutes."
	@rm -rf $(DEMO)/outputs
	@echo "1 of 6: HVSBench, where people look (HVSBench_DEMO, simulated people)"
	@$(call run,hvsbench,--without-host --data HVSBench_DEMO --model hvs-human)
	@echo "2 of 6: Gaze targets, what a person looks at (GazeTarget_DEMO, five simulated observers)"
	@$(call run,gaze,--without-host --data GazeTarget_DEMO --model $(GAZERS))
	@echo "3 of 6: ActiView, zooming for the answer (ActiView_Zooming_DEMO, guessing)"
	@$(call run,actiview,--without-host --data ActiView_Zooming_DEMO --model hvs-random)
	@echo "4 of 6: ViSioNS, searching a scene (VisualSearch_COCOSearch18_DEMO, simulated people)"
	@$(call run,search,--without-host --data VisualSearch_COCOSearch18_DEMO --model hvs-human)
	@echo "5 of 6: VP-Bench, boxes, arrows, masks (VPB_Stage2_DEMO, guessing)"
	@$(call run,vpb,--without-host --data VPB_Stage2_DEMO --model hvs-random)
	@echo "6 of 6: the page"
	@echo
	@$(BIN)/vlmeval-hvs report $(DEMO)/outputs --brief --html $(DEMO)/report.html

# Every weight-free model on all demo sets, through the host; the figures in the pages are those of this run.
demo-all: $(READY)
	rm -rf $(DEMO)/outputs
	mkdir -p $(DEMO)
	$(BIN)/vlmeval-hvs build all --demo
	$(call run,hvsbench,--data $(HVS) --model hvs-random hvs-oracle)
	$(call run,people,--data $(HVSHUMAN) --model hvs-human)
	$(call run,search,--data $(PRESENT) --model $(SEARCHERS) $(IDEAL))
	$(call run,absent,--data $(ABSENT) --model $(SEARCHERS))
	$(call run,others,--data $(OTHERS) --model hvs-random hvs-oracle)
	$(call run,gaze,--data GazeTarget_DEMO --model $(GAZERS))
	$(BIN)/vlmeval-hvs visual-search tables $(DEMO)/outputs
	$(BIN)/vlmeval-hvs report $(DEMO)/outputs --html $(DEMO)/report.html

# The host is talkative: its output goes to a file, whose end is shown when something fails.
run = $(BIN)/vlmeval-hvs run --work-dir $(DEMO)/outputs $(2) > $(DEMO)/$(1).log 2>&1 || (tail -n 30 $(DEMO)/$(1).log; exit 1)

# Two workers share the tests by file; those that share a trained model stay together.
test: $(READY)
	$(MAKE) --no-print-directory examples
	$(BIN)/python -m pytest -q --durations=15 -n $(WORKERS) --dist loadgroup -m "$(ORDINARY)"

# The examples in docstrings.
examples: $(READY)
	$(BIN)/python -m pytest -q --doctest-modules standardizers vlmeval_hvs

fast: $(READY)
	$(BIN)/python -m pytest -q -n $(WORKERS) --dist loadgroup -m "$(QUICK)"

# All that takes too long for every change, and what needs other packages; goes on after a failure.
nightly: $(READY)
	@mkdir -p .nightly; failed=0; \
	for step in $(STEPS); do \
		begin=$$(date +%s); log=.nightly/$$step.log; result=passed; \
		$(MAKE) FUZZ_SECONDS=900 $$step > $$log 2>&1 || result=failed; \
		[ $$result = failed ] && grep -q "^cannot run: " $$log && result="not run"; \
		printf "%-22s %6s s  %s\n" $$step $$(( $$(date +%s) - begin )) "$$result"; \
		grep "^cannot run: \|^SKIPPED" $$log | sort -u | sed "s/^/    /"; \
		[ "$$result" = failed ] && failed=1 && tail -c 3000 $$log; \
	done; exit $$failed

nightly-tests: $(READY)
	$(BIN)/python -m pytest -q --durations=15 -n $(WORKERS) --dist loadgroup -m nightly

# Every saved input and a few changed ones, in one process.
smoke-fuzz: $(READY)
	$(BIN)/python -m tests.fuzz.run --seconds 10

fuzz: $(READY)
	$(BIN)/python -m tests.fuzz.run --seconds $(FUZZ_SECONDS) --seed $(FUZZ_SEED)

# Replies of real models, beside the checkout only; the host's own extraction reads them, too.
readers: $(READY)
	$(BIN)/python -m speed.real_replies

bench: $(READY)
	$(BIN)/python -m speed $(BENCH)

# Put the declared options and columns of own data into the documentation.
tables: $(READY)
	$(BIN)/python docs/tables.py

docs: $(READY)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

# A virtual environment of its own for what the host pins otherwise: folder, then what is installed. Where the index
# does not give it, the reason is told in a line that `make nightly` looks for.
define environment
	rm -rf $(1)
	$(PYTHON) -m venv $(1)
	$(1)/bin/python -m pip install --quiet --disable-pip-version-check --upgrade uv
	$(1)/bin/uv pip install --quiet --python $(1)/bin/python $(2) || \
		(echo "cannot run: packages are not installable: $(subst ",,$(2))"; exit 1)
endef

# The oldest versions that setup.py admits, and the newest that there are. The first test looks whether the environment
# holds just these. The host, which needs torch, is left to `make test`, and so are the readers.
OLDEST = -e '.[build,search,figures,test]' --resolution lowest-direct
LATEST = -e '.[build,search,figures,test]' --upgrade --refresh
SMOKE = tests/packaging/test_bounds.py tests/packaging/test_light.py tests/metrics
BOUNDS = $(SMOKE) tests/benchmarks tests/results tests/test_*.py

lowest-smoke:
	$(call environment,$(LOWEST),$(OLDEST))
	VLMEVAL_HVS_BOUNDS=lowest $(LOWEST)/bin/python -m pytest -q -m "$(WITHOUT_HOST)" $(SMOKE)

lowest:
	$(call environment,$(LOWEST),$(OLDEST))
	VLMEVAL_HVS_BOUNDS=lowest $(LOWEST)/bin/python -m pytest -q -n $(WORKERS) --dist loadgroup -m "$(WITHOUT_HOST)" $(BOUNDS)

newest:
	$(call environment,$(NEWEST),$(LATEST))
	VLMEVAL_HVS_BOUNDS=newest $(NEWEST)/bin/python -m pytest -q -n $(WORKERS) --dist loadgroup -m "$(WITHOUT_HOST)" $(BOUNDS)

inspect:
	$(call environment,$(INSPECT),-e '.[test]' 'inspect_ai>=0.3.285')
	$(INSPECT)/bin/python -m pytest -q tests/examples/test_inspect_task.py

# lmms-eval 0.7.3 imports a module that filelock 4 does not have.
lmms-eval:
	$(call environment,$(LMMS),-e '.[test]' 'lmms-eval>=0.7.3' 'filelock<4')
	$(LMMS)/bin/python -m pytest -q tests/examples/test_lmms_eval_tasks.py

# Training packages pin each other's dependencies. LLaMA-Factory needs torchaudio, whose newest version refuses a newer
# torch.
training: training-trl training-ms-swift training-llamafactory

training-trl: PACKAGE = trl
training-ms-swift: PACKAGE = ms-swift
training-llamafactory: PACKAGE = llamafactory 'torch<2.12' 'torchaudio<2.11.1'
training-%: TESTS ?= tests/dataset_builders/hvsbench/generate/test_packages.py
training-%:
	$(call environment,$(TRAINING)/$*,-e . $(PACKAGE) $(TRAINING_TESTS))
	$(TRAINING)/$*/bin/python -m pytest -q $(TESTS)

# Every host in an environment of its own, over one torch; environments and results stay in .hosts.
hosts: $(READY)
	$(BIN)/python -m release.hosts

# Every benchmark exported into a clone of a checkout, run there without this package, and checked by its pre-commit.
upstream: $(READY)
	test -d "$(VLMEVAL_HVS_UPSTREAM)" || \
		(echo "cannot run: VLMEVAL_HVS_UPSTREAM is not set: name a checkout of VLMEvalKit by it"; exit 1)
	VLMEVAL_HVS_BARE=$$($(BIN)/python -m release.hosts --bare $(VLMEVAL_HVS_UPSTREAM)) && export VLMEVAL_HVS_BARE && \
		$(BIN)/python -m pytest -q tests/upstream

# What the package needs, as CycloneDX, from an environment that holds it and nothing else.
sbom: $(READY)
	$(call environment,$(SBOM),'.[build$(COMMA)search$(COMMA)figures]')
	mkdir -p dist
	$(BIN)/cyclonedx-py environment --output-reproducible --of JSON -o dist/vlmeval-hvs.cdx.json $(SBOM)/bin/python

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

clean:
	rm -rf $(VENV) $(LOWEST) $(NEWEST) $(INSPECT) $(LMMS) $(SBOM) $(TRAINING) $(DEMO) .hosts .nightly build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
