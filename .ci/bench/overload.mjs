// Sends twice as many requests as the server can answer, and measures how many it still answers and how soon it refuses the
// rest. The server with its database and the client have a core each, so that the client's work does not slow the server.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sleep, startServer } from "../server.mjs";
import { ADDRESSES } from "./demo.mjs";
import { calling, middle, program, stream, combined } from "./oha.mjs";
import { emptyDatabase } from "./postgres.mjs";

const SECONDS = 4;
/** Number of rounds, each at the peak and at twice the peak: the speed of a shared machine changes from minute to minute. */
const ROUNDS = 6;
/** Waits for accepted requests: with hundreds in progress, the last answers are a considerable part of a few seconds. */
const TO_THE_END = "--wait-ongoing-requests-after-deadline";
/** Connections of many clients behind one proxy: more than the server handles requests at a time. */
const CROWD = 768;

export async function measureOverload(place, row) {
  await onDatabase(place, "SQLite", {}, row);
  const url = emptyDatabase();
  if (url) await onDatabase(place, "Postgres", { SPYHOP_DATABASE_URL: url }, row);
  else row("Postgres: not measured", "run it below .ci/postgres");
}

const SERVER = "0";
const CLIENT = "1";

async function onDatabase({ binary, target }, database, settings, row) {
  const oha = program(target);
  if (settings.SPYHOP_DATABASE_URL) keepPostgres(settings.SPYHOP_DATABASE_URL);
  const server = await startServer(binary, { ...settings, SPYHOP_TRUSTED_PROXIES: "127.0.0.0/8" });
  await server.answers("/readyz", 20_000);
  keep(server.pid);
  const { token } = await server.call("organisation/user/create-user", { wallet_addresses: ADDRESSES });
  await sleep(2000);
  for (const path of ["organisation/user/get-user", "wallet/user-wallet/get-balance"]) {
    const url = `${server.origin}/api/${path}`;
    const asking = (...how) => ["-z", `${SECONDS}s`, TO_THE_END, ...how, ...calling(token)];
    const [atPeak, atTwice] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      const found = await stream(oha, url, asking(), { core: CLIENT });
      atPeak.push(found);
      const twice = asking("-q", `${Math.round(2 * found.rate)}`);
      atTwice.push(await stream(oha, url, twice, { core: CLIENT, connections: CROWD }));
    }
    const [peak, over] = [combined(atPeak), combined(atTwice)];
    const kept = middle(atTwice.map((one, round) => one.rate / atPeak[round].rate));
    const name = `\`${path.split("/").at(-1)}\`, ${database}`;
    row(`${name}, answered at the peak`, `${Math.round(peak.rate)} /s`);
    row(`${name}, answered at twice the peak`, `${Math.round(over.rate)} /s; ${percent(kept)} of the adjacent peak, median of ${ROUNDS} rounds`, "≥ 80 %");
    row(`${name}, refused at twice the peak`, refusals(over), "in < 50 ms");
  }
  await server.stop();
}

/** Pins a process, and the processes that it starts from now on, to the server's core. */
const keep = (pid) => execFileSync("taskset", ["--all-tasks", "--cpu-list", "--pid", SERVER, `${pid}`]);

/** Pins the cluster that .ci/postgres started. The data folder of any other cluster is not known here. */
function keepPostgres(url) {
  const file = join(new URL(url).searchParams.get("host") ?? "", "data/postmaster.pid");
  if (existsSync(file)) keep(readFileSync(file, "utf8").split("\n")[0]);
}

const percent = (part) => `${Math.round(part * 100)} %`;

function refusals({ refused, broken, refusedTook }) {
  if (refused + broken === 0) return "none";
  return `${refused}, p99 ${(refusedTook.p99 ?? Number.NaN).toFixed(1)} ms; ${broken} disconnected`;
}
