# Almanac. `make help` lists what there is to make.

SHELL := /bin/sh
.DEFAULT_GOAL := help

# CPU flags are set here and nowhere else. Without them Swift counts bits in software on x86-64: the engine is some
# 1.5 times slower, and makes the same puzzles to the byte. `make build CPU_FLAGS=` turns them off; they are off by
# themselves on other architectures and on x86-64 processors before 2013.
ifeq ($(shell uname -m),x86_64)
ifneq ($(shell grep -c -m1 ' avx2 .*bmi2' /proc/cpuinfo 2>/dev/null),0)
CPU_FLAGS ?= -Xcc -march=x86-64-v3 -Xswiftc -DALMANAC_X86_64_V3
endif
endif

BUILD = swift build -c release $(CPU_FLAGS)
# Tests run optimised: unoptimised, the engine is some fifty times slower. They have a folder of their own, because
# testability is another way to build every module.
TEST_FLAGS = -c release -Xswiftc -enable-testing $(CPU_FLAGS) --scratch-path .build-tests

# Every target that has a line of help.
.PHONY: $(shell sed -n 's/^\([a-z0-9-]*\):.*\#\# .*/\1/p' Makefile)

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' Makefile

setup: ## install the system libraries that are missing (SQLite and Zstandard headers)
	@./Scripts/setup

build: setup ## build the release binary, .build/release/almanac
	$(BUILD) --product almanac

run: build ## the main job: fill packs and calendar, publish to output/ (ARGS="--jobs 1" adds flags)
	./.build/release/almanac nightly $(ARGS)

test: setup ## build optimised and run all tests (FILTER=name runs some)
	swift build --build-tests $(TEST_FLAGS)
	swift test --skip-build $(TEST_FLAGS) $(if $(FILTER),--filter '$(FILTER)')

test-page: build ## drive a preview page in headless Chromium; skipped where there is none (ARGS="--shots DIR")
	@python3 Tests/Acceptance/test_page.py .build/release/almanac $(ARGS)

soak: setup ## the long tests: 20,000 traces, and search against proof on 50,500 boards (minutes)
	swift build --build-tests $(TEST_FLAGS)
	ALMANAC_SOAK=1 swift test --skip-build $(TEST_FLAGS) --filter 'Soundness|DifferentialTests'

soak-kill: build ## kill a release at every system call (needs strace; SYSCALLS=changing, STEP=n, ORDER=right)
	$(BUILD) --product publishing-soak
	@./Tests/Acceptance/soak_kill.py ./.build/release/almanac ./.build/release/publishing-soak

same-tree: build ## make the same two nights in other paths, time zones, locales and --jobs, and compare
	@./Scripts/same-tree ./.build/release/almanac

measure-release: setup ## publish 1,000 packs and ten years of calendar, and again with one pack changed
	$(BUILD) --product publishing-soak
	@./Benchmarks/measure_release.sh ./.build/release/publishing-soak

soak-years: setup ## live through three years of nights with everything that goes wrong in them (ALMANAC_SEED=n)
	swift build --build-tests $(TEST_FLAGS)
	ALMANAC_SOAK=1 swift test --skip-build $(TEST_FLAGS) --filter SimulatedYears

soak-nights: build ## kill nightly runs at random moments (KILLS=100 SEED=1), and two at once
	@./Tests/Acceptance/soak_nights.py ./.build/release/almanac

soak-month: build ## five months of nights under libfaketime: year's end, leap day, clock changes (minutes; needs faketime)
	@python3 Tests/Acceptance/soak_month.py ./.build/release/almanac

test-operations: build ## look at the nightly job as systemd, Prometheus and cron do (names missing tools)
	@./Tests/Acceptance/test_operations.sh ./.build/release/almanac

serving: setup ## build the server for developers, Serving/.build/release/almanac-serve
	@./Scripts/setup zlib.h:zlib1g-dev
	swift build --package-path Serving -c release

serve: serving ## serve output/ on this machine (ARGS="--port 8080")
	@./Serving/.build/release/almanac-serve $(ARGS)

test-serve: build serving ## ask that server for all that it should and should not answer; load it where wrk is installed
	@python3 Tests/Acceptance/test_serve.py ./.build/release/almanac ./Serving/.build/release/almanac-serve

test-engines: ## check the recipes for Kubernetes and AWS Batch against their schemas (needs python3)
	@python3 Tests/Acceptance/test_engines.py

test-slurm: build ## run a fleet on Slurm and with GNU parallel on this machine, and compare with a single run
	@./Tests/Acceptance/test_slurm.sh ./.build/release/almanac

test-fleet: build ## run a fleet through a real S3 server on loopback, and compare with a single run (needs python3)
	@python3 Tests/Acceptance/test_fleet.py ./.build/release/almanac

test-s3: build ## publish to a real S3 server on loopback, with faults in between (needs python3; FAULTS=no)
	@./Tests/Acceptance/test_s3.sh ./.build/release/almanac

SECONDS ?= 60
fuzz: setup ## throw random and damaged texts at everything that reads puzzles or recipes (SECONDS=60, ALMANAC_SEED=n)
	swift build --build-tests $(TEST_FLAGS)
	ALMANAC_FUZZ_SECONDS=$(SECONDS) swift test --skip-build $(TEST_FLAGS) --filter FuzzTests

bench: setup ## measure the engine on one core (ARGS="generate --seed 7"; shapes, variety, grids; fit shapes anew)
	swift build --package-path Benchmarks -c release $(CPU_FLAGS)
	@ALMANAC_COMMIT="$$(git describe --always --dirty 2>/dev/null)" \
	  ./Benchmarks/.build/release/almanac-bench $(ARGS)

bench-peers: build ## compare the exact search with clingo, python-sat and OR-Tools (PUZZLES=20 of each file)
	@PUZZLES="$(PUZZLES)" ./Benchmarks/bench_peers.sh

PUZZLES_KEPT ?= 1000000
bench-catalog: setup ## fill a catalogue and measure a night's work in it (PUZZLES_KEPT=1000000; minutes, 1 GB of disk)
	swift build --build-tests $(TEST_FLAGS)
	ALMANAC_PUZZLES=$(PUZZLES_KEPT) swift test --skip-build $(TEST_FLAGS) --filter ManyPuzzles

soak-faults: build ## nights on full disks, in read-only folders and with damaged databases (ROUNDS=40 SEED=1)
	@./Tests/Acceptance/soak_faults.py ./.build/release/almanac

bench-shapes: build ## tell generated puzzles from real ones by their regions, with a classifier (PUZZLES=1000 of each file)
	@PUZZLES="$(PUZZLES)" ./Benchmarks/bench_shapes.sh

layers: ## check that every module imports only what the design allows
	@./Scripts/check-layers

format: ## format all sources in place
	swift format --in-place --recursive Sources Tests Serving/Sources Serving/Package.swift Benchmarks/Sources Benchmarks/Package.swift Package.swift

lint: layers ## check style and imports without changing anything
	swift format lint --strict --recursive Sources Tests Serving/Sources Serving/Package.swift Benchmarks/Sources Benchmarks/Package.swift Package.swift

check: lint test ## everything that must hold before a change is pushed

clean: ## remove what was built; output/ and .almanac/ stay
	rm -rf .build .build-tests Benchmarks/.build Serving/.build
