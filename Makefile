# Every target with a "##" line is listed by `make`.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# Building, linting and testing use one profile and one set of features, so that nothing is compiled twice.
CARGO := cargo
WORKSPACE := --workspace --locked
PUBLISHED := -p spyhop-ports -p spyhop -p spyhop-memory -p spyhop-adapters -p spyhop-conformance
OUT := $(or $(CARGO_TARGET_DIR),target)
BINARY := $(abspath $(OUT))/debug/spyhop
RELEASE := $(abspath $(OUT))/release/spyhop
TEST_WORLD := $(abspath $(OUT))/debug/spyhop-test-world
NEXTEST := $(shell command -v cargo-nextest 2>/dev/null)

# The front end and the SDK live in one npm workspace. The page in frontend/dist is part of the server.
PAGE := node_modules/.page
PAGE_BEFORE := $(OUT)/page
PAGE_SOURCES := $(shell find frontend sdk-ts -type f -not -path '*/node_modules/*' -not -path '*/dist/*' 2>/dev/null) \
	ports/src/pasted_secret/words.txt ports/src/chain/name/endings.txt

# The Python packages and linters that test the API's description are installed in the build folder, one folder for each list
# of versions, so that a new clone with the same build folder installs nothing.
version = $(firstword $(shell sha256sum $(1)))
SCHEMATHESIS := $(abspath $(OUT))/schemathesis-$(call version,.ci/description/requirements.txt)
LINTERS := $(abspath $(OUT))/description-linters-$(call version,.ci/description/linters/package-lock.json)
DESCRIPTION := sdk-ts/openapi.json

# Everything but the programs of `make run` and `make release` is compiled by clippy's driver, so that lints come from the build itself
# and nothing is compiled only for them. They are warnings there, which `.ci/rust-lints` refuses.
LINTED := check lints lint-rust compile test test-rust test-doc test-outside test-architecture test-drift test-description test-browser \
	smoke test-busy test-clock soak
$(LINTED): export RUSTC_WORKSPACE_WRAPPER := clippy-driver
$(LINTED): export CLIPPY_ARGS := --cap-lints__CLIPPY_HACKERY__warn

.PHONY: help run demo build packages missing-page check fmt test generate bench world release smoke licences rooms pictures

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## build what changed and start Spyhop at http://127.0.0.1:4747
	@bash .ci/need rust cc node disk port
	@$(MAKE) packages
	@$(MAKE) $(PAGE)
	@echo "Compiling the server (about four minutes the first time, seconds after) ..."
	@$(MAKE) build
	@exec $(BINARY) serve

demo: export SPYHOP_SOURCES := demo
demo: run ## the same with the demo world: no request leaves this machine

build: packages $(PAGE)
	@$(CARGO) build $(WORKSPACE) --bin spyhop

packages: node_modules/.package-lock.json

node_modules/.package-lock.json: package-lock.json
	@echo "Installing the front end's packages ..."
	@bash .ci/retry npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

# The server is compiled again when a file of the page changes, so that the files stay where a build makes the same ones.
$(PAGE): node_modules/.package-lock.json $(PAGE_SOURCES) $(if $(wildcard frontend/dist/index.html),,missing-page)
	@echo "Building the page ..."
	@rm -rf $(PAGE_BEFORE) && mkdir -p $(OUT)
	@if [ -d frontend/dist ]; then cp -a frontend/dist $(PAGE_BEFORE); fi
	@npm run build --silent
	@if diff -rq $(PAGE_BEFORE) frontend/dist >/dev/null 2>&1; then rm -r frontend/dist && mv $(PAGE_BEFORE) frontend/dist; fi
	@touch $@

check: packages ## check format, lints, types, licences and texts; runs no tests
	@$(MAKE) --keep-going lints

# Tests that read the code of the page, like a lint.
PAGE_RULES := src/ui/patience.test.ts src/format/amounts.rule.test.ts
LINTS := lint-format lint-licences lint-crates lint-features lint-published lint-rust lint-page lint-texts lint-parts
.PHONY: lints $(LINTS)
lints: $(LINTS)

lint-format:
	@$(CARGO) fmt --all --check

lint-licences:
	@node .ci/licences.mjs

lint-crates:
	@bash .ci/deny

lint-features:
	@bash .ci/features

lint-published:
	@$(CARGO) package --locked --offline --no-verify --allow-dirty --quiet $(PUBLISHED)

lint-rust: $(PAGE)
	@bash .ci/rust-lints $(CARGO) build $(WORKSPACE) --quiet $(TARGETS)

lint-page: packages
	@npm run check --silent
	@npm test --silent -w frontend -- --reporter=dot $(PAGE_RULES)
	@npx --no-install knip

lint-texts: packages
	@node --test --test-reporter=dot .ci/texts/texts.test.mjs
	@node .ci/texts/main.mjs

lint-parts:
	@node --test --test-reporter=dot .ci/parts/parts.test.mjs

fmt: packages ## format everything
	@$(CARGO) fmt --all
	@npm run fmt --silent

test: ## every test: Rust on SQLite and Postgres, TypeScript, architecture, drift, description, world, browser
	@bash .ci/need rust cc node python postgres litecoind browser disk
	@node .ci/parts/main.mjs $(PARTS)

test-busy: ## the Rust and page tests beside eight busy loops, which no deadline of a test may notice
	@$(MAKE) compile
	@bash .ci/busy 8 $(MAKE) test PARTS="rust page"

test-clock: ## the Rust tests at ten minutes before midnight on 31 December of this year, which no test may notice (needs faketime)
	@$(CARGO) build $(WORKSPACE) --quiet $(TARGETS)
	@bash .ci/postgres bash .ci/shifted-clock $(CARGO) nextest run $(WORKSPACE) --profile ci

soak: ## the tests with more cases, other seeds and all widths, which writes docs/soak.md; about an hour
	@bash .ci/need rust cc node python postgres litecoind browser disk
	@node .ci/soak.mjs $(PARTS)

.PHONY: compile test soak test-busy test-clock test-rust test-doc test-outside test-web test-sdk test-page page-size test-architecture test-drift \
	test-description test-browser

TARGETS := --lib --bins --examples --tests
compile: packages world $(PAGE)
	@$(CARGO) build $(WORKSPACE) --quiet $(TARGETS)

test-rust: ## unit, contract, api, story, golden, fault and architecture tests
	@bash .ci/need rust cc postgres litecoind
	@$(CARGO) build $(WORKSPACE) --quiet $(TARGETS)
ifneq ($(NEXTEST),)
	@bash .ci/postgres $(CARGO) nextest run $(WORKSPACE) --status-level slow
else
	@bash .ci/postgres $(CARGO) test $(WORKSPACE) --lib --bins --tests --examples
endif

test-doc: ## the examples in doc comments
	@$(CARGO) test $(WORKSPACE) --doc --quiet

test-outside: ## compile and run every program of docs/embedding.md in a crate outside the workspace
	@node .ci/outside.mjs $(abspath $(OUT))

test-architecture: ## the rules of docs/vocabulary.md: dependencies, names, lengths, imports and language
	@$(CARGO) test $(WORKSPACE) --test architecture

test-web: test-sdk test-page page-size ## the tests of the SDK and the front end, and the page's size

test-sdk: packages
	@npm test --silent -w sdk-ts

test-page: packages
	@npm test --silent -w frontend

page-size: $(PAGE)
	@npm run size --silent

test-drift: packages ## check that the SDK and its description are up to date with the server
	@bash .ci/drift

test-description: description-lint description-examples description-client description-requests ## lint the API's description, run its examples, generate a Python client from it, and send valid and invalid requests
.PHONY: description-lint description-examples description-client description-requests

description-lint: $(LINTERS)/.made
	@node .ci/description/lint.mjs $(LINTERS) $(DESCRIPTION)

description-examples: build
	@node .ci/description/examples.mjs $(BINARY) $(abspath $(OUT))

description-client: build $(SCHEMATHESIS)/.made
	@node .ci/description/client.mjs $(BINARY) $(SCHEMATHESIS) $(DESCRIPTION)

description-requests: build $(SCHEMATHESIS)/.made
	@node .ci/description/main.mjs $(BINARY) $(SCHEMATHESIS)/bin/schemathesis

$(SCHEMATHESIS)/.made:
	@bash .ci/need python
	@echo "Installing Schemathesis and openapi-python-client ..."
	@python3 -m venv --clear $(SCHEMATHESIS)
	@bash .ci/retry $(SCHEMATHESIS)/bin/pip install --quiet --disable-pip-version-check --requirement .ci/description/requirements.txt
	@touch $@

$(LINTERS)/.made:
	@echo "Installing Redocly and Spectral ..."
	@mkdir -p $(LINTERS)
	@cp .ci/description/linters/package.json .ci/description/linters/package-lock.json $(LINTERS)
	@bash .ci/retry npm ci --prefix $(LINTERS) --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

test-browser: build world ## end-to-end tests in Chromium, with the demo world and with real contracts
	@bash .ci/need browser
	@$(CARGO) build $(WORKSPACE) --quiet --bins
	@SPYHOP_TEST_BINARY=$(BINARY) SPYHOP_TEST_WORLD=$(TEST_WORLD) npm run test:browser --silent

pictures: build ## take the pictures of docs/screens.md and the README in the demo world
	@bash .ci/need browser
	@node .ci/pictures.mjs $(BINARY) $(abspath $(OUT))

rooms: ## draw the crates and the folders of the domain into docs/architecture.md
	@WRITE_ROOMS=1 $(CARGO) test $(WORKSPACE) --quiet --test architecture rooms

generate: packages ## write sdk-ts/openapi.json and the SDK from the server
	@$(CARGO) build $(WORKSPACE) --quiet --bin spyhop
	@$(BINARY) openapi > $(OUT)/openapi.json
	@cp $(OUT)/openapi.json sdk-ts/openapi.json
	@npm run generate --silent

world: tests/world/build/.made ## install the test world, compile its contracts and record what is deployed on its chains
	@cd tests/world && node compile.mjs && node record.mjs

tests/world/build/.made: tests/world/package-lock.json
	@echo "Installing the test world ..."
	@cd tests/world && bash ../../.ci/retry npm ci --ignore-scripts --no-audit --no-fund --loglevel=error && mkdir -p build
	@touch $@

licences: ## list the licences of the test world, and check all others
	@node .ci/licences.mjs --write

bench: release world ## measure the release build on this machine; writes docs/performance.md
	@bash .ci/need postgres chromium
	@$(CARGO) build $(WORKSPACE) --quiet --features spyhop-bench/program --bin spyhop-bench
	@bash .ci/postgres node .ci/bench/main.mjs $(RELEASE)

release: packages $(PAGE) ## build the single program that serves everything: target/release/spyhop
	@$(CARGO) build --locked --release --package spyhop-http --bin spyhop

smoke: build ## build the program of `make run`, start it, call it and stop it
	@node .ci/smoke.mjs $(BINARY)
