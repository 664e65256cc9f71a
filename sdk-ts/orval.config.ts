import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { defineConfig } from "orval";

/** What decides whether an operation may be repeated. */
interface Operation {
  operationId: string;
  parameters?: { name: string }[];
  "x-read"?: boolean;
}

const description: { paths: Record<string, Record<string, Operation>> } = JSON.parse(
  readFileSync("./openapi.json", "utf8"),
);

/** The function of `src/call.ts` that sends an operation. */
function sender(operation: Operation): string {
  if (operation["x-read"]) return "read";
  return operation.parameters?.some(({ name }) => name === "Idempotency-Key") ? "keyed" : "call";
}

const operations = Object.fromEntries(
  Object.values(description.paths)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => [operation.operationId, { mutator: { path: "./src/call.ts", name: sender(operation) } }]),
);

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
        operations,
        fetch: { includeHttpResponseReturnType: false },
      },
    },
  },
});
