import { defineConfig } from "vitest/config";

export default defineConfig({
  build: {
    target: "es2022",
    lib: { entry: { index: "src/index.ts", "generated/schema": "src/generated/schema.ts" }, formats: ["es"] },
    minify: false,
  },
  test: { include: ["test/**/*.test.ts"], typecheck: { enabled: false } },
});
