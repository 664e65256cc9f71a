// Measures a user with a long history: searching 100,000 entries under load, and opening 400,000 of one person.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "../server.mjs";
import { residentMiB } from "./demo.mjs";
import { calling, combined, program, stream } from "./oha.mjs";
import { emptyDatabase } from "./postgres.mjs";

const ACCOUNTS = 8;
const PAGE = { start: 0, limit: 50 };
/** What the page sends: the first page, a search, a filter with dust hidden, and another order. */
const SEARCHES = [
  ["the newest 50", PAGE],
  ["a search for a symbol", { ...PAGE, conditions: [{ key: "search", value: "T12" }] }],
  ["one year without dust", { ...PAGE, conditions: [{ key: "year", value: "2024" }, { key: "dust", value: "true" }] }],
  ["by value", { ...PAGE, sorts: [{ key: "usd_value", value: false }] }],
];
const SEARCH = "wallet/transaction/search-transaction";
const REPORTS = [
  ["wallet/transaction/search-transaction", PAGE],
  ["wallet/transaction/get-transaction-filter", {}],
  ["wallet/transaction/get-transaction-asset-filter", {}],
  ["wallet/ledger/get-reconciliation", {}],
  ["wallet/user-wallet/get-asset-value-graph", {}],
  ["wallet/user-wallet/get-average-cost-basis", {}],
  ["wallet/user-wallet/get-cost-methods", {}],
  ["wallet/transaction/get-asset-profit-loss", {}],
  ["wallet/transaction/get-gas-fee-overtime", {}],
  ["wallet/user-wallet/get-wallet-insights", {}],
  ["wallet/user-wallet/get-approvals", {}],
];
const GRAPH = "wallet/user-wallet/get-asset-value-graph";
const EXPORT = "wallet/transaction/export-transactions";
const ROUNDS = 5;

export async function measureHistory({ binary, target }, row) {
  const oha = program(target);
  await withHistory(binary, target, 100_000, async (server, token) => {
    await server.call(SEARCH, PAGE, token);
    for (const [name, body] of SEARCHES) {
      const rounds = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        rounds.push(await stream(oha, `${server.origin}/api/${SEARCH}`, ["-z", "3s", ...calling(token, body)], { connections: 16 }));
      }
      const { rate, took, refused } = combined(rounds);
      const figure = `${Math.round(rate)}/s, p99 ${took.p99.toFixed(0)} ms${refused ? `, ${refused} refused` : ""}`;
      row(`\`search-transaction\`, 100,000 entries, ${name}`, figure, name === SEARCHES[0][0] ? ">= 800/s, p99 < 150 ms" : "");
    }
    row("memory after that", `${residentMiB(server.pid)} MiB`);
    await measureExport(server, token, row);
  });
  await withHistory(binary, target, 400_000, async (server, token) => {
    const from = performance.now();
    await server.call(...REPORTS[0], token);
    row("the first page of 400,000 entries after a start", `${Math.round(performance.now() - from)} ms`, "< 2000 ms");
    const since = performance.now();
    await server.call(GRAPH, {}, token);
    row("the first chart of the value of 400,000 entries", `${Math.round(performance.now() - since)} ms`, "< 2000 ms");
    const graphs = await stream(oha, `${server.origin}/api/${GRAPH}`, ["-z", "3s", ...calling(token, {})], { connections: 16 });
    row("`get-asset-value-graph`, 400,000 entries", `${Math.round(graphs.rate)}/s`, ">= 150/s");
    for (const [path, body] of REPORTS) {
      const options = ["-n", "60", ...calling(token, body)];
      const { took, good } = await stream(oha, `${server.origin}/api/${path}`, options, { connections: 1 });
      const figure = good > 0 ? `p95 ${took.p95.toFixed(0)} ms` : "refused";
      row(`\`${path.split("/").at(-1)}\` for 400,000 entries`, figure, "p95 < 300 ms");
    }
    row("memory after that", `${residentMiB(server.pid)} MiB`, "< 300 MiB");
  });
  await measureNext({ binary, target }, row);
}

/** Downloads every entry as a file, twice: the first time may keep memory for the second. */
async function measureExport(server, token, row) {
  for (const time of ["first", "second"]) {
    const before = residentMiB(server.pid);
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, residentMiB(server.pid))), 50);
    const from = performance.now();
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const answer = await fetch(`${server.origin}/api/${EXPORT}`, { method: "POST", headers, body: "{}" });
    if (!answer.ok) throw new Error(`${EXPORT}: ${await answer.text()}`);
    let [first, bytes] = [null, 0];
    for await (const part of answer.body) {
      first ??= performance.now() - from;
      bytes += part.length;
    }
    clearInterval(watch);
    const took = ((performance.now() - from) / 1000).toFixed(1);
    row(`the first bytes of an export of 100,000 entries, ${time} time`, `${Math.round(first)} ms`, "< 1000 ms");
    row(`all ${(bytes / 1e6).toFixed(1)} MB of it, and memory beside that of before`, `${took} s, ${most - before} MiB`, "<= 16 MiB");
  }
}

/** Opens each report right after another program stored an entry. Two programs can only use one database on Postgres. */
async function measureNext({ binary, target }, row) {
  const url = emptyDatabase();
  if (!url) return row("after one new entry, on Postgres: not measured", "run it below .ci/postgres");
  const measure = async (server, token, addEntry) => {
    for (const [path, body] of REPORTS) {
      await server.call(path, body, token);
      const took = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        addEntry();
        const from = performance.now();
        await server.call(path, body, token);
        took.push(performance.now() - from);
      }
      const [median] = took.sort((one, other) => one - other).slice(Math.floor(ROUNDS / 2));
      row(`\`${path.split("/").at(-1)}\` after one new entry of 400,000, Postgres`, `${median.toFixed(0)} ms`);
    }
  };
  return withHistory(binary, target, 400_000, measure, { SPYHOP_DATABASE_URL: url });
}

/** Stores a user with that many entries and starts a server on them, without plans, whose free one exports one address at a time. */
async function withHistory(binary, target, entries, measure, database = {}) {
  const folder = mkdtempSync(join(tmpdir(), "spyhop-bench-"));
  const settings = { SPYHOP_DATA: join(folder, "data"), SPYHOP_SOURCES: "demo", SPYHOP_PLANS: "off", ...database };
  try {
    console.log(`  storing ${entries} entries ...`);
    const env = { ...process.env, ...settings };
    const store = (...given) => execFileSync(join(target, "debug/spyhop-bench"), ["history", ...given], { env, encoding: "utf8" });
    const { token } = JSON.parse(store(`${entries}`, `${ACCOUNTS}`));
    const server = await startServer(binary, settings);
    await server.answers("/readyz", 60_000);
    let added = 0;
    await measure(server, token, () => store("next", `${(added += 1)}`));
    await server.stop();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
