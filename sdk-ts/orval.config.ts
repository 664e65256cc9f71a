import { defineConfig } from "orval";

export default defineConfig({
  client: {
    input: { target: "./openapi.json", override: { transformer: "./unwrap.ts" } },
    output: {
      target: "./src/generated/api.ts",
      schemas: "./src/generated/model",
      mode: "tags-split",
      clean: true,
      client: "fetch",
      override: {
        mutator: { path: "./src/call.ts", name: "call" },
        fetch: { includeHttpResponseReturnType: false },
      },
    },
  },
});
