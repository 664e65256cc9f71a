// Measures how soon others are answered while two calls compute for one person with 1,000 wallets and 60,000 holdings.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sleep, startServer } from "../server.mjs";
import { calling, program, stream } from "./oha.mjs";

const WALLETS = 1000;
const SECONDS = 20;
/** The calls that compute for seconds. */
const LONG = ["wallet/user-wallet/get-balance", "wallet/ledger/get-reconciliation"];

export async function measureLongWork({ binary, target }, row) {
  const folder = mkdtempSync(join(tmpdir(), "spyhop-bench-"));
  const settings = { SPYHOP_DATA: join(folder, "data"), SPYHOP_SOURCES: "demo" };
  try {
    const env = { ...process.env, ...settings };
    const filling = ["people", "1", `${WALLETS}`];
    const [person] = JSON.parse(execFileSync(join(target, "debug/spyhop-bench"), filling, { env, encoding: "utf8" })).tokens;
    const server = await startServer(binary, settings);
    await server.answers("/readyz", 60_000);
    const { token } = await server.call("organisation/user/create-user", {});
    await sleep(3000);
    const oha = program(target);
    const call = (path, of, connections, ...how) =>
      stream(oha, `${server.origin}/api/${path}`, ["-z", `${SECONDS}s`, ...how, ...calling(of)], { connections });
    for (const path of LONG) {
      const [long, user, health] = await Promise.all([
        call(path, person, 2, "--wait-ongoing-requests-after-deadline"),
        call("organisation/user/get-user", token, 1, "-q", "20"),
        stream(oha, `${server.origin}/healthz`, ["-z", `${SECONDS}s`, "-q", "20"], { connections: 1 }),
      ]);
      const name = `\`${path.split("/").at(-1)}\` for ${WALLETS.toLocaleString("en")} wallets, twice at once`;
      row(name, long.good > 0 ? `p50 ${Math.round(long.took.p50)} ms` : "refused");
      row(`\`get-user\` of another person meanwhile`, `p95 ${user.took.p95.toFixed(1)} ms of ${user.good}`, "p95 < 150 ms");
      row("`/healthz` meanwhile", `p99 ${health.took.p99.toFixed(1)} ms of ${health.good}`, "< 100 ms");
    }
    await server.stop();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
