import { defineConfig } from "vitest/config";
import { patience } from "./patience.ts";

const report = process.env.SPYHOP_TEST_REPORT;
/** Layout shifts are measured alone: a concurrent browser test would delay the page and merge its shifts. */
const MEASURED = "still.e2e.ts";

const each = {
  environment: "node",
  // A test may wait twice for a source that rests for half a minute after failures.
  testTimeout: patience(150_000),
  // The same timeout as the browser's waits.
  expect: { poll: { timeout: patience(30_000) } },
  hookTimeout: patience(60_000),
};

export default defineConfig({
  test: {
    reporters: report ? ["default", ["json", { outputFile: report }]] : ["default"],
    globalSetup: "./globalSetup.ts",
    // A page waits for the server, for animations and for the network most of the time: three files keep two cores busy.
    maxWorkers: 3,
    projects: [
      {
        test: { ...each, name: "journeys", include: ["*.e2e.ts"], exclude: [MEASURED], sequence: { groupOrder: 0 } },
      },
      { test: { ...each, name: "measured", include: [MEASURED], maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
});
