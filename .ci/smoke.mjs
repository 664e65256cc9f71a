// Starts the release build in an empty folder with the demo world, asks it the first questions, and stops it.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const binary = process.argv[2];
const folder = mkdtempSync(join(tmpdir(), "spyhop-smoke-"));
const outcome = { passed: 0, failed: 0 };

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

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

function demand(truth, otherwise) {
  if (!truth) throw new Error(otherwise);
}

const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const server = spawn(binary, ["serve"], {
  cwd: folder,
  env: {
    PATH: process.env.PATH,
    HOME: folder,
    SPYHOP_DATA: join(folder, "data"),
    SPYHOP_LISTEN: `127.0.0.1:${port}`,
    SPYHOP_SOURCES: "demo",
  },
  stdio: ["ignore", "pipe", "pipe"],
});
const log = [];
server.stdout.on("data", (text) => log.push(text));
server.stderr.on("data", (text) => log.push(text));
const ended = new Promise((resolve) => server.once("exit", (code, signal) => resolve({ code, signal })));
process.once("exit", () => server.kill("SIGKILL"));

async function answersOk(path, milliseconds) {
  const from = Date.now();
  let last = "no answer";
  while (Date.now() - from < milliseconds) {
    const response = await fetch(origin + path).catch((error) => ({ ok: false, status: error.message }));
    if (response.ok) return `${Date.now() - from} ms`;
    last = response.status;
    await sleep(20);
  }
  throw new Error(`${path} answered ${last} after ${milliseconds} ms`);
}

async function createUser() {
  const address = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
  const response = await fetch(`${origin}/api/organisation/user/create-user`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ wallet_addresses: [address], wallet_address_nicknames: {} }),
  });
  const text = await response.text();
  demand(response.ok, `status ${response.status}: ${text.slice(0, 300)}`);
  const answer = JSON.parse(text);
  demand(answer.error === false, "the answer is a refusal");
  demand(typeof answer.data?.token === "string", "the answer has no token");
  demand(JSON.stringify(answer.data.wallets).includes(address), "the answer does not name the wallet");
}

async function page() {
  const response = await fetch(`${origin}/`);
  const text = await response.text();
  demand(response.ok && text.includes("<title>"), `status ${response.status}, no page`);
}

async function stops() {
  server.kill("SIGTERM");
  const { code, signal } = await Promise.race([ended, sleep(10_000).then(() => ({ code: "still running" }))]);
  demand(code === 0, `ended with ${code ?? signal} instead of 0`);
}

await check("starts and answers /healthz", () => answersOk("/healthz", 10_000));
await check("/readyz", () => answersOk("/readyz", 10_000));
await check("serves its page", page);
await check("create-user in the demo world", createUser);
await check("SIGTERM stops it", stops);

if (outcome.failed > 0) console.log(log.join("").slice(-4000));
rmSync(folder, { recursive: true, force: true });
console.log(`smoke: ${outcome.passed} passed, ${outcome.failed} failed`);
process.exit(outcome.failed === 0 ? 0 : 1);
