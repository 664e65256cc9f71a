// Starts the program of `make run` in an empty folder with the demo world, sends a few requests, and stops it.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { GENEROUS, startServer } from "./server.mjs";

const ADDRESS = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const outcome = { passed: 0, failed: 0 };

async function check(name, work) {
  try {
    const note = await work();
    outcome.passed += 1;
    console.log(`ok    ${name}${note ? `: ${note}` : ""}`);
  } catch (error) {
    outcome.failed += 1;
    console.log(`FAIL  ${name}: ${error.message}`);
  }
}

function demand(condition, message) {
  if (!condition) throw new Error(message);
}

const server = await startServer(process.argv[2], GENEROUS);

async function page() {
  const response = await fetch(`${server.origin}/`);
  const text = await response.text();
  demand(response.ok && text.includes("<title>"), `status ${response.status}, no page`);
}

async function createUser() {
  const answer = await server.call("organisation/user/create-user", { wallet_addresses: [ADDRESS], wallet_address_nicknames: {} });
  demand(typeof answer.token === "string", "the answer has no token");
  demand(JSON.stringify(answer.wallets).includes(ADDRESS), "the answer does not name the wallet");
  const user = await server.call("organisation/user/get-user", {}, answer.token);
  demand(JSON.stringify(user.wallets).includes(ADDRESS), "get-user does not name the wallet");
}

/** Runs the program in the README of the TypeScript client against this server. */
function readmeProgram() {
  const [, program] = readFileSync("sdk-ts/README.md", "utf8").match(/```ts\n([\s\S]*?)```/);
  const client = pathToFileURL("sdk-ts/dist/index.js").href;
  const here = program.replace("@spyhop/sdk", client).replace("http://127.0.0.1:4747", server.origin);
  const compiled = ts.transpileModule(here, { compilerOptions: { module: "ESNext", target: "ES2022" } });
  const folder = mkdtempSync(join(tmpdir(), "spyhop-ci-"));
  const file = join(folder, "program.mjs");
  writeFileSync(file, compiled.outputText);
  const printed = execFileSync("node", [file], { encoding: "utf8" }).trim();
  rmSync(folder, { recursive: true });
  const [, priced, holdings] = printed.match(/^\d+\.\d+ USD: (\d+) of (\d+) holdings priced, \d+ sources failed$/) ?? [];
  demand(Number(priced) > 5 && Number(holdings) > Number(priced), `it printed ${printed}`);
  return printed;
}

async function stops() {
  const code = await server.stop();
  demand(code === 0, `ended with ${code} instead of 0`);
}

await check("starts and answers /healthz", async () => `${await server.answers("/healthz", 10_000)} ms`);
await check("/readyz", async () => `${await server.answers("/readyz", 10_000)} ms`);
await check("serves its page", page);
await check("create-user in the demo world", createUser);
await check("the program of sdk-ts/README.md", readmeProgram);
await check("SIGTERM stops it", stops);

if (outcome.failed > 0) console.log(server.log().slice(-4000));
console.log(`smoke: ${outcome.passed} passed, ${outcome.failed} failed`);
process.exit(outcome.failed === 0 ? 0 : 1);
