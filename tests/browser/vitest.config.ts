import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["*.e2e.ts"],
    environment: "node",
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // As long as the browser waits for what is to appear: a busy machine is slow at both.
    expect: { poll: { timeout: 30_000 } },
  },
});
