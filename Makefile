# Almanac. `make help` lists what there is to make.

SHELL := /bin/sh
.DEFAULT_GOAL := help

# CPU flags are set here and nowhere else. Without them Swift counts bits in software on x86-64: the
# engine is some 1.5 times slower, and makes the same puzzles to the byte. `make build CPU_FLAGS=`
# turns them off; they are off by themselves on other architectures and on x86-64 processors before
# 2013.
ifeq ($(shell uname -m),x86_64)
ifneq ($(shell grep -c -m1 ' avx2 .*bmi2' /proc/cpuinfo 2>/dev/null),0)
CPU_FLAGS ?= -Xcc -march=x86-64-v3 -Xswiftc -DALMANAC_X86_64_V3
endif
endif

# One build serves the program and its tests: tests see what is `package`, and need no other flags.
# The modules under test are optimised, too, since the engine is some fifty times slower without.
#
# Debug information is left out: the program is half as large, and the first build 14 s of a core
# shorter. A crash still names its functions. Libraries are the system's: a program that looks for
# them beside itself first starts 6 in a hundred later. The index that SwiftPM looks for tests in
# holds our own sources alone: that of the system's modules takes a tenth of the tests' build.
FLAGS = -c release $(CPU_FLAGS) -Xswiftc -gnone --disable-local-rpath \
  -Xswiftc -index-ignore-system-modules -Xswiftc -index-ignore-clang-modules
BUILD = swift build $(FLAGS)
# Packages of their own: what they share with the program is compiled once, not for each of them.
BENCH = ./Scripts/build-beside Benchmarks $(FLAGS)
EXAMPLES = ./Scripts/build-beside Examples $(FLAGS)
SERVING = ./Scripts/build-beside Serving $(FLAGS)

# What the acceptance tests drive, and the Python that has their packages (`make setup-acceptance`).
PROGRAM = ./.build/release/almanac
PUBLISHER = ./.build/release/publishing-soak
SERVER = ./.build/release/almanac-serve
DESK = ./.build/release/almanac-desk
ACCEPTANCE = .build/python/acceptance
PYTHON = $(shell [ -x $(ACCEPTANCE)/bin/python ] && echo $(ACCEPTANCE)/bin/python || echo python3)

SOAK = ./.build/release/client-soak
PLAYER = ./.build/release/almanac-player

FORMATTED = Sources Plugins Tests Serving/Sources Serving/Package.swift \
  Benchmarks/Sources Benchmarks/Package.swift Examples Package.swift
SHELL_SCRIPTS = .ci/run $(filter-out %.py %/debian %/notices,$(wildcard Packaging/*)) $(filter Packaging/debian/p%,$(wildcard Packaging/debian/*)) $(filter-out Scripts/layers,$(wildcard Scripts/*)) Tests/Acceptance/*.sh Benchmarks/*.sh Pipelines/engines/*.sh
PYTHON_SCRIPTS = Tests/Acceptance Tests/Conformance Benchmarks Packaging
RUFF = .build/python/lint/bin/ruff

# Every target that has a line of help.
.PHONY: $(shell sed -n 's/^\([a-z0-9-]*\):.*\#\# .*/\1/p' Makefile)

help: ## list the targets
	@awk -F ':.*## ' '/^##@ / { printf "\n%s\n", substr($$0, 5) } \
	  /^[a-z0-9-]+:.*## / { printf "  make %-17s %s\n", $$1, $$2 }' Makefile

##@ Build and run

setup: ## install the headers that are missing: SQLite, Zstandard, libcurl
	@./Scripts/setup

build: setup ## build the release binary, .build/release/almanac
	@[ -x $(PROGRAM) ] || echo "make: the first build takes about" \
	  "$$((11 / $$(getconf _NPROCESSORS_ONLN) + 1)) minutes: everything is compiled, once"
	$(BUILD) --product almanac

run: build ## the main job: fill packs and calendar, publish to output/ (ARGS="--jobs 1" adds flags)
	./.build/release/almanac nightly $(ARGS)

serving: setup ## build the server and the editors' desk, .build/release/almanac-serve
	@./Scripts/setup zlib.h:zlib1g-dev
	$(SERVING)

# What a developer's service keeps, until "make clean".
SERVICE = .build/service
serve: serving ## serve output/ on this machine, with accounts (ARGS="--port 8080")
	@mkdir -p $(SERVICE)
	@[ -f $(SERVICE)/token-keys ] || (umask 077; \
	  echo "local $$(head -c 32 /dev/urandom | base64)" > $(SERVICE)/token-keys)
	@$(SERVER) --accounts $(SERVICE)/accounts.sqlite --token-keys $(SERVICE)/token-keys \
	  $(if $(ALMANAC_WEBHOOK_AUTHORIZATION)$(ALMANAC_WEBHOOK_SECRET)$(findstring --sandbox,$(ARGS)),,--no-shop) \
	  $(if $(wildcard output/private),--private output) $(ARGS)

desk: build ## play, choose and shape puzzles in a browser on this machine (ARGS="--state .almanac")
	$(SERVING) --product almanac-desk
	@$(DESK) --program $(PROGRAM) $(ARGS)

clean: ## remove what was built; output/ and .almanac/ stay
	rm -rf .build Benchmarks/.build Examples/.build Serving/.build

##@ Packages for machines without Swift

setup-dist: setup
	@./Scripts/setup dpkg-shlibdeps:dpkg-dev strip:binutils

dist: build setup-dist ## pack a tarball, a .deb and an SBOM into dist/
	@./Packaging/dist $(PROGRAM) dist

# A build from nothing, packed into a folder.
AGAIN = rm -rf .build/again && $(BUILD) --scratch-path .build/again --product almanac && \
  ./Packaging/dist .build/again/release/almanac

reproduce: setup-dist ## build and pack twice from nothing at the same path, and compare
	$(AGAIN) dist
	$(AGAIN) .build/dist-again
	cmp .build/dist-again/SHA256SUMS dist/SHA256SUMS && rm -r .build/dist-again .build/again
	@echo "reproduce: both builds are the same, byte for byte"

PREFIX ?= /usr/local
# Whoever installs as root may have no Swift on the path: then what is built is installed.
install: $(if $(shell command -v swift 2>/dev/null),build,built) ## install program, manual pages, completions and recipes (PREFIX=/usr/local DESTDIR=)
	@./Packaging/install $(PROGRAM) "$(PREFIX)"

built:
	@[ -x $(PROGRAM) ] || (echo "make: there is neither $(PROGRAM) nor Swift to build it with" >&2; \
	  exit 66)
	@echo "make: there is no Swift on the path: what is built is installed as it is"
.PHONY: built

uninstall: ## remove what install has put below PREFIX; state and trees stay
	@./Packaging/uninstall "$(PREFIX)"

test-dist: ## install dist/'s .deb in a fresh Debian without Swift, and live through nights there
	@./Scripts/setup mmdebstrap:mmdebstrap lintian:lintian
	@./Tests/Acceptance/test_dist.sh dist

##@ Before a change is pushed

check: lint test ## everything that must hold before a change is pushed

test: setup ## build optimised and run all tests (FILTER=name runs some)
	$(BUILD) --build-tests
	swift test --skip-build $(FLAGS) $(if $(FILTER),--filter '$(FILTER)')

lint: layers ## check style and imports without changing anything
	swift format lint --strict --recursive $(FORMATTED)
	@! LC_ALL=C.UTF-8 grep -rnE --include='*.swift' '^.{101}' $(FORMATTED) \
	  | grep -E '^[^:]*:[0-9]+: *///? [^>]' \
	  || { echo "lint: wrap these comments at 100 columns" >&2; exit 1; }

lint-scripts: ## check shell and Python scripts with shellcheck and ruff, which it installs
	@./Scripts/setup shellcheck:shellcheck ensurepip.py:python3-venv
	@./Scripts/python-packages .build/python/lint ruff==0.14.5
	@shellcheck $(SHELL_SCRIPTS)
	@$(RUFF) check --quiet $(PYTHON_SCRIPTS)
	@$(RUFF) format --quiet --check $(PYTHON_SCRIPTS)
	@echo "lint-scripts: shell and Python scripts are as they should be"

layers: ## check that every module imports only what docs/architecture.md draws
	@./Scripts/check-layers

format: ## format all sources in place
	swift format --in-place --recursive $(FORMATTED)
	@[ ! -x $(RUFF) ] || $(RUFF) format --quiet $(PYTHON_SCRIPTS)

signature: setup ## compare the engine's work with Benchmarks/signature.txt (RECORD=1 records it)
	$(BENCH)
	@RECORD="$(RECORD)" ./Benchmarks/signature.sh

same-tree: build ## make two nights in other paths, zones, locales and --jobs, and compare the trees
	@./Scripts/same-tree $(PROGRAM)

##@ The engine as a library

engine: ## compile the engine against the standard library alone, and check its documentation
	@./Scripts/check-engine .build/engine
	@python3 Tests/Acceptance/test_library.py .build/engine

examples: ## build Examples/, a package of its own, and run what is in it (RECORD=1 notes what it prints)
	$(EXAMPLES)
	@RECORD="$(RECORD)" python3 Tests/Acceptance/test_examples.py .build/release

docs-client: setup ## check AlmanacClient's documentation, and make .build/client/AlmanacClient.doccarchive
	$(BUILD) --target AlmanacClient
	@./Scripts/client-docs .build/release .build/client

docs: engine ## make the engine's documentation, .build/engine/StarBattleEngine.doccarchive
	@echo "docs: docc preview shows Documentation/StarBattleEngine.docc; any web server the archive"

test-lanes: ## run the engine's vectors as NEON under qemu-user, and compare with this processor's
	@./Tests/Acceptance/test_lanes.sh

##@ Acceptance: the finished program, driven from outside (Tests/Acceptance)

# Of Debian's prometheus, promtool alone: as a package it would begin to serve.
PROMTOOL = .build/promtool
export PATH := $(PATH):$(CURDIR)/$(PROMTOOL)/usr/bin

setup-acceptance: ## install what the tests of this part need: strace, Chromium, Node.js, moto
	@./Scripts/setup strace:strace chromium:chromium node:nodejs faketime:faketime \
	  ensurepip.py:python3-venv
	@command -v promtool >/dev/null || (mkdir -p $(PROMTOOL) && cd $(PROMTOOL) && \
	  apt-get download -q prometheus && dpkg-deb -x prometheus*.deb . && rm prometheus*.deb)
	@./Scripts/python-packages $(ACCEPTANCE) Tests/Acceptance/requirements.txt

# Each waits for disk, network or browser most of the time: so three at once, and each one's output
# in one piece when it is done.
acceptance: build ## soak-kill and test-s3 in short, test-page, test-play, test-docs, test-workflows
	$(BUILD) --product publishing-soak
	@echo "acceptance: six tests, three at a time; what one says comes when it is done"
	@SYSCALLS=changing STEP=12 ROUNDS=2 NIGHTS=12 $(MAKE) --no-print-directory --jobs=3 \
	  --output-sync=target soak-kill test-s3 test-play test-page test-docs test-workflows

soak-kill: build ## kill a release at every system call (SYSCALLS=changing, STEP=n, ORDER=right)
	$(BUILD) --product publishing-soak
	@$(PYTHON) Tests/Acceptance/soak_kill.py $(PROGRAM) $(PUBLISHER)

soak-nights: build ## kill nightly runs at random moments (KILLS=100 SEED=1), and two at once
	@$(PYTHON) Tests/Acceptance/soak_nights.py $(PROGRAM)

soak-faults: build ## nights on full disks, read-only folders, damaged databases (ROUNDS=40 SEED=1)
	@$(PYTHON) Tests/Acceptance/soak_faults.py $(PROGRAM)

soak-month: build ## five months of nights under libfaketime: leap day, clock changes (minutes)
	@$(PYTHON) Tests/Acceptance/soak_month.py $(PROGRAM)

test-page: build ## drive a preview page in headless Chromium (ARGS="--shots DIR")
	@$(PYTHON) Tests/Acceptance/test_page.py $(PROGRAM) $(ARGS)

test-play: build ## play puzzles on a page by mouse, keys, touch and hints (ARGS="--shots DIR")
	@$(PYTHON) Tests/Acceptance/test_play.py $(PROGRAM) $(ARGS)

test-s3: build ## publish to an S3 server on loopback, with faults (FAULTS=no, STEP, ROUNDS, NIGHTS)
	@$(PYTHON) Tests/Acceptance/test_s3.py $(PROGRAM)

test-fleet: build ## run a fleet through an S3 server on loopback, and compare with a single run
	@$(PYTHON) Tests/Acceptance/test_fleet.py $(PROGRAM)

test-slurm: build ## run a fleet on Slurm and with GNU parallel here, and compare with a single run
	@./Tests/Acceptance/test_slurm.sh $(PROGRAM)

test-docs: build ## run every command that the documents show
	@$(PYTHON) Tests/Acceptance/test_docs.py $(PROGRAM)

test-workflows: ## check the forge's workflow files against its schema and this Makefile
	@$(PYTHON) Tests/Acceptance/test_workflows.py

test-engines: ## check the recipes for Kubernetes and AWS Batch against their schemas
	@$(PYTHON) Tests/Acceptance/test_engines.py

test-serve: build serving ## ask the server all that it should and should not answer; accounts, attacks, faults
	@$(PYTHON) Tests/Acceptance/test_serve.py $(PROGRAM) $(SERVER)
	@$(PYTHON) Tests/Acceptance/test_service.py $(PROGRAM) $(SERVER)
	@$(PYTHON) Tests/Acceptance/test_service_attacks.py $(PROGRAM) $(SERVER)
	@$(PYTHON) Tests/Acceptance/test_service_faults.py $(PROGRAM) $(SERVER)

test-service: build serving ## accounts, sync and purchases: all stories, limits, metrics, backup (HISTORIES=20)
	@$(PYTHON) Tests/Acceptance/test_service.py $(PROGRAM) $(SERVER)

test-service-attacks: build serving ## attacks on accounts, each by its name (TRIES=40, CONNECTIONS=10000)
	@$(PYTHON) Tests/Acceptance/test_service_attacks.py $(PROGRAM) $(SERVER)

test-service-faults: build serving ## kills under load, full disks, locks, silent buckets (ROUNDS=10, SEED)
	@$(PYTHON) Tests/Acceptance/test_service_faults.py $(PROGRAM) $(SERVER)

load-service: build serving ## measure the server beside nginx, which it fetches (DURATION=10)
	@(command -v nginx && command -v wrk) >/dev/null || [ -x .build/load/usr/bin/wrk ] || (mkdir -p .build/load && \
	  cd .build/load && apt-get download -q nginx wrk libluajit-5.1-2 && \
	  for file in *.deb; do dpkg-deb -x $$file . || exit 1; done)
	@$(PYTHON) Tests/Acceptance/load_service.py $(PROGRAM) $(SERVER)

test-desk: build ## edit a house at the desk, from an empty folder to a release (ARGS="--shots DIR")
	$(SERVING) --product almanac-desk
	@$(PYTHON) Tests/Acceptance/test_desk.py $(PROGRAM) $(DESK) $(ARGS)

test-player: build serving ## play a day with almanac-player in tmux, against the real service
	@./Scripts/setup tmux:tmux
	$(EXAMPLES) --product almanac-player
	@$(PYTHON) Tests/Acceptance/test_player.py $(PLAYER) $(PROGRAM) $(SERVER)

soak-phones: build serving ## a thousand phones against the real service (PHONES=1000 STEPS=60 SEED=1)
	$(BUILD) --product client-soak
	@$(PYTHON) Tests/Acceptance/soak_phones.py $(SOAK) $(PROGRAM) $(SERVER)

soak-disk: build ## kill the client at every system call that changes files (STEP=n)
	$(BUILD) --product client-soak
	@$(PYTHON) Tests/Acceptance/soak_disk.py $(SOAK)

test-signatures: build ## check signatures of releases with python's cryptography, and the other way
	@$(PYTHON) Tests/Acceptance/test_signatures.py $(PROGRAM)

test-sums: setup ## hold the search for sums against an integer program on 200 positions (minutes)
	@./Scripts/python-packages .build/python/sums scipy==1.17.1
	$(BUILD) --build-tests
	ALMANAC_SUMS="$(CURDIR)/.build/sums.jsonl" \
	  swift test --skip-build $(FLAGS) --filter SumPositions
	@.build/python/sums/bin/python Tests/Acceptance/test_sums.py .build/sums.jsonl

test-install: build ## install below prefixes, change what is there, install again and uninstall
	@./Tests/Acceptance/test_install.sh $(PROGRAM)

test-operations: build ## look at the nightly job as systemd, Prometheus and cron do
	@./Tests/Acceptance/test_operations.sh $(PROGRAM)

##@ Long tests

long-tests: ## run all that CI leaves out or runs in short, and say what failed (two hours)
	@./Scripts/long-tests

soak: setup ## traces, hints, 100,000 boards a rule set (ALMANAC_BOARDS=n), search against proof
	$(BUILD) --build-tests
	ALMANAC_SOAK=1 swift test --skip-build $(FLAGS) --filter 'Soundness|DifferentialTests|CoachTests|ToldTraceTests'

soak-service: build serving ## kill the service 200 times under load, and time 500 wrong logins
	@ROUNDS=200 DISK=no BUCKET=no $(PYTHON) Tests/Acceptance/test_service_faults.py $(PROGRAM) $(SERVER)
	@TRIES=500 $(PYTHON) Tests/Acceptance/test_service_attacks.py $(PROGRAM) $(SERVER)

soak-years: setup ## live through three years of nights, and all that goes wrong (ALMANAC_SEED=n)
	$(BUILD) --build-tests
	ALMANAC_SOAK=1 swift test --skip-build $(FLAGS) --filter SimulatedYears

SECONDS ?= 60
fuzz: setup ## throw damaged texts at all that reads puzzles or recipes (SECONDS=60, ALMANAC_SEED=n)
	$(BUILD) --build-tests
	ALMANAC_FUZZ_SECONDS=$(SECONDS) swift test --skip-build $(FLAGS) --filter FuzzTests

##@ Benchmarks

bench: setup $(if $(findstring whole,$(ARGS)),build) ## measure on one core (ARGS="generate --seed 7"; whole, coach, shapes, variety, grids, fit)
	$(BENCH)
	@ALMANAC_COMMIT="$$(git describe --always --dirty 2>/dev/null)" \
	  ./.build/release/almanac-bench $(ARGS)

PUZZLES_KEPT ?= 1000000
bench-catalog: setup ## a night's work in a large catalogue (PUZZLES_KEPT=1000000; minutes, 1 GB)
	$(BUILD) --build-tests
	ALMANAC_PUZZLES=$(PUZZLES_KEPT) \
	  swift test --skip-build $(FLAGS) --filter ManyPuzzles

PEERS ?= clingo python-sat ortools
bench-peers: build ## compare the exact search with public solvers (PEERS="clingo ortools" PUZZLES=20)
	@./Scripts/python-packages .build/python/peers $(PEERS)
	@.build/python/peers/bin/python Benchmarks/bench_peers.py $(if $(PUZZLES),--puzzles $(PUZZLES))

bench-shapes: build ## tell generated puzzles from real ones by their regions (PUZZLES=1000 a file)
	@./Scripts/python-packages .build/python/shapes scikit-learn
	@.build/python/shapes/bin/python Benchmarks/bench_shapes.py \
	  $(if $(PUZZLES),--puzzles $(PUZZLES))

CORPUS ?= ../shared/corpus
measure-rules: build ## count how often real puzzles need each rule, and keep the figures (CORPUS=folder)
	@python3 Benchmarks/measure_rules.py $(PROGRAM) "$(CORPUS)" > .build/frequencies.swift
	@mv .build/frequencies.swift Sources/Tools/Rules/RuleFrequency+Table.swift

FIT ?= judge
fit-score: build ## judge the score by the labels of real puzzles, or fit its costs (FIT=costs, FIT=sums)
	@./Scripts/python-packages .build/python/fit numpy==2.4.6
	@.build/python/fit/bin/python Benchmarks/fit_score.py $(FIT) $(PROGRAM) "$(CORPUS)"

scale: build ## make puzzles of every grid in .build/scale (an hour), and print the score's scale
	@./Scripts/python-packages .build/python/fit numpy==2.4.6
	@.build/python/fit/bin/python Benchmarks/fit_score.py scale $(PROGRAM) .build/scale "$(CORPUS)"

reach: build ## find out which difficulties the puzzles of each grid reach, and keep the tables
	@python3 Benchmarks/measure_reach.py $(PROGRAM) > .build/reach.swift
	@python3 Benchmarks/measure_bounds.py $(PROGRAM) > .build/bounds.swift
	@mv .build/reach.swift Sources/Generating/Reach+Table.swift
	@mv .build/bounds.swift Sources/Generating/ReachWithin+Table.swift

bench-night: build ## make a year and 50 packs of 60 from nothing, then find nothing to do
	@python3 Benchmarks/bench_night.py $(PROGRAM) $(ARGS)

bench-traces: ## say how much room the traces of a catalogue take (ARGS=.almanac)
	@python3 Benchmarks/bench_traces.py $(ARGS)

measure-entanglement: build ## count where a table of entangled stars would help at 10×10 (CORPUS=folder)
	@python3 Benchmarks/measure_entanglement.py --program $(PROGRAM) "$(CORPUS)"

measure-release: setup ## publish 1,000 packs and ten years of calendar, then with one pack changed
	$(BUILD) --product publishing-soak
	@./Benchmarks/measure_release.sh $(PUBLISHER)
