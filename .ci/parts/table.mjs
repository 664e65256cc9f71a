// The parts of all checks, in their order. Each is a target of the Makefile, whose budget is in seconds on two idle cores.
// `needs` is the part without which it cannot run. `runner` is the test runner whose failed tests are repeated; a part with
// `repeat` and without a runner is repeated as a whole.
export const PARTS = [
  { name: "packages", target: "packages", budget: 20 },
  { name: "compile", target: "compile", budget: 600, needs: "packages" },
  { name: "lints", target: "lints", budget: 90, needs: "packages" },
  { name: "rust", target: "test-rust", budget: 480, needs: "compile", runner: "nextest" },
  { name: "doc", target: "test-doc", budget: 10, needs: "compile" },
  { name: "outside", target: "test-outside", budget: 15, needs: "compile", repeat: true },
  { name: "page", target: "test-web", budget: 90, needs: "packages", runner: "vitest" },
  { name: "drift", target: "test-drift", budget: 10, needs: "compile" },
  { name: "description", target: "test-description", budget: 120, needs: "compile" },
  { name: "browser", target: "test-browser", budget: 360, needs: "compile", runner: "vitest" },
  { name: "smoke", target: "smoke", budget: 5, needs: "compile", repeat: true },
];

/** What `make test` runs; `.ci/run` adds the lints and the smoke test. */
export const TESTS = PARTS.map((part) => part.name).filter((name) => name !== "lints" && name !== "smoke");
