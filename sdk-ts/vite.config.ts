import { defineConfig } from "vitest/config";

export default defineConfig({
  build: {
    target: "es2022",
    lib: { entry: "src/index.ts", formats: ["es"], fileName: "index" },
    minify: false,
  },
  test: { include: ["test/**/*.test.ts"], typecheck: { enabled: false } },
});
