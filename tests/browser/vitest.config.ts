import { defineConfig } from "vitest/config";

const report = process.env.SPYHOP_TEST_REPORT;

export default defineConfig({
  test: {
    include: ["*.e2e.ts"],
    environment: "node",
    reporters: report ? ["default", ["json", { outputFile: report }]] : ["default"],
    globalSetup: "./stage.ts",
    // A page waits for the server, for animations and for the network most of the time: two files keep two cores busy.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // As long as the browser waits for what is to appear: a busy machine is slow at both.
    expect: { poll: { timeout: 30_000 } },
  },
});
