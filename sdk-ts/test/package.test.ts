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
declare const console: { log(text: unknown): void };
const spyhop = createClient({ baseUrl: process.argv[2] ?? "", token: () => "spy_test" });
const balance: Balance = await spyhop.getBalance({}, { retries: 1, headers: { "x-own": "1" } });
const { parts } = await spyhop.settled({ parts: ["balances", "histories"], timeout: 10_000 });
export const waiting: number = parts.histories.waiting;
const same: components["schemas"]["Balance"] = balance;
for await (const { disclosures } of pages(spyhop.getDisclosures, { limit: 100 })) void disclosures;
export const names = (event: SyncEvent): string => (event.event === "world" ? event.data.kind : event.event);
export const isLimit = (problem: unknown) => problem instanceof ProblemError && problem.code === "plan_limit";
console.log(same.total);
`;

/** What a program writes on a platform whose types its compiler knows. */
const PLATFORM_PROGRAM = `
import { createClient, exportUserData, uploadFile } from "@spyhop/sdk";

const { signal } = new AbortController();
const spyhop = createClient({ baseUrl: "", fetch: (input, init) => globalThis.fetch(input, init) });
export const calls = async (): Promise<Blob> => {
  await spyhop.getBalance({}, { signal, cache: "no-store", headers: new Headers() });
  await spyhop.settled({ signal });
  await uploadFile(new Blob(["text"]), { signal: AbortSignal.timeout(1) });
  return (await exportUserData({ connection: { baseUrl: "", fetch: globalThis.fetch } })).content;
};
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
  await writeFile(join(folder, "platform.ts"), PLATFORM_PROGRAM);
  await run("npm", ["install", "--silent", "--offline", "--no-audit", "--no-fund", packed], { cwd: folder });
  server = await serve((_, response) =>
    json(response, {
      error: false,
      message: "",
      data: {
        total: "12.50",
        disclosures: [],
        start: 0,
        limit: 100,
        total_count: 0,
        running: 0,
        waiting: 0,
        sources: [],
      },
    }),
  );
}, 120_000);
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** The platforms that a program is compiled for: its libraries, and the types that are installed besides. */
const PLATFORMS = {
  "browsers and Node": ["--lib", "ES2023,DOM,DOM.Iterable"],
  "Node without the DOM": [
    "--lib",
    "ES2022",
    "--typeRoots",
    fileURLToPath(new URL("../../node_modules/@types", import.meta.url)),
    "--types",
    "node",
  ],
  "no platform": ["--lib", "ES2022"],
};

test.each([
  ["NodeNext", "NodeNext", "browsers and Node"],
  ["Node16", "Node16", "browsers and Node"],
  ["ESNext", "Bundler", "browsers and Node"],
  ["NodeNext", "NodeNext", "Node without the DOM"],
  ["NodeNext", "NodeNext", "no platform"],
] as const)(
  "a program compiles against the package as it is published, and runs: module %s, resolution %s, types of %s",
  async (module, resolution, platform) => {
    const out = join(folder, resolution);
    await mkdir(out, { recursive: true });
    const options = ["--strict", "--target", "ES2022", ...PLATFORMS[platform]];
    const how = ["--module", module, "--moduleResolution", resolution, "--outDir", out];
    const programs = ["program.ts", ...(platform === "no platform" ? [] : ["platform.ts"])];
    const compiled = await run(tool("tsc"), [...options, ...how, ...programs], { cwd: folder }).catch(
      ({ stdout }: { stdout: string }) => ({ stdout }),
    );
    expect(compiled.stdout).toBe("");
    const { stdout } = await run("node", [join(out, "program.js"), server.url], { cwd: folder });
    expect(stdout).toBe("12.50\n");
  },
  120_000,
);

test("the package is what its package.json says", async () => {
  const { stdout } = await run(tool("publint"), ["--strict", packed]);
  expect(stdout).toContain("All good!");
  // Its code is for import alone, as that of most new packages is.
  const words = [packed, "--profile", "esm-only", "--exclude-entrypoints", "openapi.json"];
  await expect(run(tool("attw"), words)).resolves.toBeDefined();
}, 60_000);
