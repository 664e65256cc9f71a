import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { json, serve, type TestServer } from "./server.js";

const run = promisify(execFile);
const sdk = fileURLToPath(new URL("..", import.meta.url));
const tool = (name: string) => fileURLToPath(new URL(`../../node_modules/.bin/${name}`, import.meta.url));

/** What somebody else writes. */
const PROGRAM = `
import { type Balance, createClient, pages, ProblemError, type SyncEvent } from "@spyhop/sdk";
import type { components } from "@spyhop/sdk/schema";

declare const process: { argv: string[] };
const spyhop = createClient({ baseUrl: process.argv[2] ?? "", token: () => "spy_test" });
const balance: Balance = await spyhop.getBalance({});
const same: components["schemas"]["Balance"] = balance;
for await (const { disclosures } of pages(spyhop.getDisclosures, { limit: 100 })) void disclosures;
export const names = (event: SyncEvent): string => (event.event === "world" ? event.data.kind : event.event);
export const isLimit = (problem: unknown) => problem instanceof ProblemError && problem.code === "plan_limit";
console.log(same.total);
`;

let folder: string;
let packed: string;
let server: TestServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "spyhop-sdk-"));
  await run("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: sdk });
  packed = join(folder, (await readdir(folder)).find((name) => name.endsWith(".tgz")) ?? "");
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
  await writeFile(join(folder, "program.ts"), PROGRAM);
  await run("npm", ["install", "--silent", "--offline", "--no-audit", "--no-fund", packed], { cwd: folder });
  server = await serve((_, response) =>
    json(response, {
      error: false,
      message: "",
      data: { total: "12.50", disclosures: [], start: 0, limit: 100, total_count: 0 },
    }),
  );
}, 120_000);
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

test.each([
  ["NodeNext", "NodeNext"],
  ["Node16", "Node16"],
  ["ESNext", "Bundler"],
])(
  "a program compiles against the package as it is published, and runs: module %s, resolution %s",
  async (module, resolution) => {
    const out = join(folder, resolution);
    await mkdir(out);
    const options = ["--strict", "--target", "ES2022", "--lib", "ES2023,DOM,DOM.Iterable"];
    const how = ["--module", module, "--moduleResolution", resolution, "--outDir", out];
    const compiled = await run(tool("tsc"), [...options, ...how, "program.ts"], { cwd: folder }).catch(
      ({ stdout }: { stdout: string }) => ({ stdout }),
    );
    expect(compiled.stdout).toBe("");
    const { stdout } = await run("node", [join(out, "program.js"), server.url], { cwd: folder });
    expect(stdout).toBe("12.50\n");
  },
  60_000,
);

test("the package is what its package.json says", async () => {
  const { stdout } = await run(tool("publint"), ["--strict", packed]);
  expect(stdout).toContain("All good!");
  // Its code is for import alone, as that of most new packages is.
  const words = [packed, "--profile", "esm-only", "--exclude-entrypoints", "openapi.json"];
  await expect(run(tool("attw"), words)).resolves.toBeDefined();
}, 60_000);
