// Measures the release build on this machine and writes docs/performance.md. Nothing is asserted: figures depend on the
// machine, so run it on an idle one.
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { cpus, loadavg, totalmem } from "node:os";
import { gzipSync } from "node:zlib";
import { sleep, startServer } from "./server.mjs";

const ADDRESSES = [
  "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045", "0x00000000219ab540356cBB839Cbe05303d7705Fa",
  "0xBE0eB53F46cd790Cd13851d5EFf43D12404d33E8",
];
const CONNECTIONS = 32;
const REQUESTS = 30_000;

const load = loadavg()[0].toFixed(1);
const server = await startServer(process.argv[2]);
const rows = [];
const row = (what, figure) => {
  rows.push(`| ${what} | ${figure} |`);
  console.log(`${what}: ${figure}`);
};

function residentMiB() {
  const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024);
}

/** Waits until no source has anything left to read. */
async function valued(token) {
  for (let tries = 0; tries < 2000; tries += 1) {
    const status = await server.call("wallet/sync/status", {}, token);
    if (status.total > 0 && status.running === 0 && status.waiting === 0) return;
    await sleep(10);
  }
  throw new Error("the demo world did not finish");
}

function once(agent, path, token) {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}`, "content-length": 2 };
    const options = { agent, port: server.port, host: "127.0.0.1", path, method: "POST", headers };
    const asked = request(options, (answer) => {
      answer.resume();
      answer.once("end", () => (answer.statusCode === 200 ? resolve() : reject(new Error(`status ${answer.statusCode}`))));
    });
    asked.once("error", reject);
    asked.end("{}");
  });
}

/** Requests a second over connections that stay open, at most REQUESTS of them and 10 seconds. */
async function rate(path, token) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const from = performance.now();
  let done = 0;
  const worker = async () => {
    while (done < REQUESTS && performance.now() - from < 10_000) {
      done += 1;
      await once(agent, path, token);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  agent.destroy();
  return Math.round((done * 1000) / (performance.now() - from));
}

/** What the first visit loads: the page, and the scripts and styles that it names. */
function firstLoad() {
  const page = readFileSync("frontend/dist/index.html", "utf8");
  const named = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path);
  const sizes = named.map((path) => gzipSync(readFileSync(`frontend/dist/${path}`)).length);
  return `${(sizes.reduce((sum, size) => sum + size, 0) / 1000).toFixed(1)} kB gzip in ${named.length} files`;
}

row("start to `/readyz`, empty folder", `${await server.answers("/readyz", 20_000)} ms`);
await sleep(3000);
row("memory, idle", `${residentMiB()} MiB`);

const from = performance.now();
const { token } = await server.call("organisation/user/create-user", { wallet_addresses: ADDRESSES, wallet_address_nicknames: {} });
await valued(token);
await server.call("organisation/user/get-user", {}, token);
row("demo: create-user with three wallets until everything is valued", `${Math.round(performance.now() - from)} ms`);

row(`\`get-user\`, ${CONNECTIONS} connections, client on the same machine`, `${await rate("/api/organisation/user/get-user", token)} requests/s`);
row("memory after that", `${residentMiB()} MiB`);
row("page: first load", firstLoad());
row("page: all scripts", `${readdirSync("frontend/dist/assets").filter((name) => name.endsWith(".js")).length} files`);
await server.stop();

const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
const machine = `${cpus().length} × ${cpus()[0].model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
const head = ["# Performance", "", "Written by `make bench`; nothing is asserted, figures depend on the machine and on what else it does.", ""];
const facts = [`Machine: ${machine}, load ${load} when it began. Commit: ${commit}. Date: ${new Date().toISOString().slice(0, 10)}.`, ""];
writeFileSync("docs/performance.md", [...head, ...facts, "| what | figure |", "|---|---|", ...rows, ""].join("\n"));
process.exit(0);
