// Twice as many requests as the server can answer: what it still answers, and how soon it refuses the rest. Server and client
// have a core each: what the client does for each refusal would be taken from the server's answers.
import { execFileSync } from "node:child_process";
import { sleep, startServer } from "../server.mjs";
import { ADDRESSES } from "./demo.mjs";
import { calling, program, stream } from "./oha.mjs";

const SECONDS = 6;
/** As many connections as a crowd behind one proxy may have: more than there are hands. */
const CROWD = 768;

export async function measureOverload(place, row) {
  await onDatabase(place, "SQLite", {}, row);
  const url = process.env.SPYHOP_TEST_POSTGRES_URL;
  if (url) await onDatabase(place, "Postgres", { SPYHOP_DATABASE_URL: url }, row);
  else row("Postgres: not measured", "run it below .ci/postgres");
}

const SERVER = "0";
const CLIENT = "1";

async function onDatabase({ binary, target }, database, settings, row) {
  const oha = program(target);
  const server = await startServer(binary, { ...settings, SPYHOP_TRUSTED_PROXIES: "127.0.0.0/8" });
  await server.answers("/readyz", 20_000);
  execFileSync("taskset", ["--all-tasks", "--cpu-list", "--pid", SERVER, `${server.pid}`]);
  const { token } = await server.call("organisation/user/create-user", { wallet_addresses: ADDRESSES });
  await sleep(2000);
  for (const path of ["organisation/user/get-user", "wallet/user-wallet/get-balance"]) {
    const url = `${server.origin}/api/${path}`;
    const asking = (...how) => ["-z", `${SECONDS}s`, ...how, ...calling(token)];
    const peak = await stream(oha, url, asking(), { core: CLIENT });
    const twice = asking("-q", `${Math.round(2 * peak.rate)}`);
    const over = await stream(oha, url, twice, { core: CLIENT, connections: CROWD });
    const name = `\`${path.split("/").at(-1)}\`, ${database}`;
    row(`${name}, answered at the peak`, `${Math.round(peak.rate)} /s`);
    row(`${name}, answered at twice the peak`, `${Math.round(over.rate)} /s = ${percent(over.rate / peak.rate)} of it`, "≥ 80 %");
    row(`${name}, refused at twice the peak`, refusals(over), "in < 50 ms");
  }
  await server.stop();
}

const percent = (part) => `${Math.round(part * 100)} %`;

function refusals({ refused, broken, refusedTook }) {
  if (refused + broken === 0) return "none";
  return `${refused}, p99 ${(refusedTook.p99 ?? Number.NaN).toFixed(1)} ms; ${broken} broken off`;
}
