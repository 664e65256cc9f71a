// Measures a user with 50 wallets and 3,000 holdings on 20 chains, among a thousand such users.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sleep, startServer } from "../server.mjs";
import { residentMiB } from "./demo.mjs";
import { measureFrames } from "./frames.mjs";
import { calling, program, stream, combined } from "./oha.mjs";

const PEOPLE = 1000;
const HOLDINGS = 3000;
/** The calls of Home. */
const CALLS = [
  ["organisation/user/get-user", {}],
  ["wallet/user-wallet/get-balance", { limit: 200 }],
  ["wallet/user-wallet/get-balance", {}],
  ["wallet/user-wallet/get-yesterday-portfolio-balance", {}],
  ["wallet/sync/status", {}],
  ["wallet/chain/get-crypto-asset-rates", {}],
  ["common/health/get-data-health", {}],
];
const WARM = ["-n", "5"];
const ASKED = ["-n", "60"];
/** Number of rounds of all calls: the speed of a shared machine changes from minute to minute. */
const ROUNDS = 5;

export async function measurePeople({ binary, target }, row) {
  const folder = mkdtempSync(join(tmpdir(), "spyhop-bench-"));
  const settings = { SPYHOP_DATA: join(folder, "data"), SPYHOP_SOURCES: "demo" };
  try {
    const filled = fill(join(target, "debug/spyhop-bench"), settings);
    const [token, ...others] = filled.tokens;
    const server = await startServer(binary, settings);
    row(`start until \`/readyz\` answers, ${PEOPLE} people`, `${await server.answers("/readyz", 60_000)} ms`);
    const oha = program(target);
    await askHome(oha, server, token, row);
    row(`memory after that, ${PEOPLE} people stored`, `${residentMiB(server.pid)} MiB`, "< 256 MiB");
    await askAll(oha, server, others);
    row(`memory after ${others.length} other users opened Home`, `${residentMiB(server.pid)} MiB`, "< 256 MiB");
    await measureFrames(server, token, row);
    row("stored per holding", `${Math.round((filled.after - filled.before) / PEOPLE / HOLDINGS)} bytes of ${megabytes(filled.after)}`);
    await server.stop();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function fill(program, settings) {
  console.log(`  storing ${PEOPLE} people ...`);
  const env = { ...process.env, ...settings };
  return JSON.parse(execFileSync(program, ["people", `${PEOPLE}`], { env, encoding: "utf8" }));
}

/** Sends all calls of Home concurrently, for one user after another. */
async function askAll(oha, server, tokens) {
  for (const token of tokens) {
    await Promise.all(CALLS.map(([path, body]) => stream(oha, `${server.origin}/api/${path}`, ["-n", "1", ...calling(token, body)], { connections: 1 })));
  }
}

async function askHome(oha, server, token, row) {
  await sleep(3000);
  const rounds = CALLS.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, [path, body]] of CALLS.entries()) {
      const url = `${server.origin}/api/${path}`;
      await stream(oha, url, [...WARM, ...calling(token, body)], { connections: 1 });
      rounds[at].push(await stream(oha, url, [...ASKED, ...calling(token, body)], { connections: 1 }));
    }
  }
  for (const [at, [path, body]] of CALLS.entries()) {
    const { took } = combined(rounds[at]);
    const answered = rounds[at].every(({ good }) => good > 0);
    const times = answered ? `p50 ${took.p50.toFixed(1)} ms, p95 ${took.p95.toFixed(1)} ms` : "refused";
    const rows = body.limit ? `, the first ${body.limit} rows` : "";
    row(`\`${path.split("/").at(-1)}\` for 3,000 holdings${rows}`, times, "p95 < 150 ms");
  }
}

const megabytes = (bytes) => `${Math.round(bytes / 2 ** 20)} MiB`;
