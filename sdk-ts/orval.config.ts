import { readFile, writeFile } from "node:fs/promises";
import { defineConfig } from "orval";

/** The generator leaves out the file behind one folder, without which the package does not resolve under `nodenext`. */
async function nameIndex(files: unknown): Promise<void> {
  const written = [files].flat().map(String);
  for (const file of written.filter((name) => name.endsWith(".ts"))) {
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replaceAll("from '../model'", "from '../model/index.js'"));
  }
}

export default defineConfig({
  client: {
    input: { target: "./openapi.json", override: { transformer: "./unwrap.ts" } },
    hooks: { afterAllFilesWrite: nameIndex },
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
