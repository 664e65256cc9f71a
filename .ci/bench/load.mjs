// Requests a second with oha, on SQLite and on Postgres.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sleep, startServer } from "../server.mjs";
import { ADDRESSES, residentMiB } from "./demo.mjs";

const CONNECTIONS = 64;
/** Node keeps its own connections open for some seconds; each takes a seat of this client's. */
const SEATS_FREE = 6000;

export async function measureLoad({ binary, target }, row) {
  const oha = program(target);
  await onDatabase({ binary, oha, row }, "SQLite", {}, { health: "≥ 20000 /s", user: "≥ 3000 /s" });
  const url = process.env.SPYHOP_TEST_POSTGRES_URL;
  if (url) await onDatabase({ binary, oha, row }, "Postgres", { SPYHOP_DATABASE_URL: url }, { user: "≥ 2500 /s" });
  else row("Postgres: not measured", "run it below .ci/postgres");
}

function program(target) {
  const root = join(target, "bench");
  const path = join(root, "bin/oha");
  if (!existsSync(path)) {
    console.log(`  installing oha into ${root} (cargo install --locked oha, some minutes, once) ...`);
    const { CARGO_TARGET_DIR, ...env } = process.env;
    execFileSync("cargo", ["install", "--quiet", "--locked", "oha", "--root", root], { env, cwd: tmpdir(), stdio: "inherit" });
  }
  return path;
}

async function onDatabase({ binary, oha, row }, name, settings, targets) {
  const folder = mkdtempSync(join(tmpdir(), "spyhop-bench-"));
  const SPYHOP_CONFIG = join(folder, "spyhop.toml");
  writeFileSync(SPYHOP_CONFIG, '[limits]\ncreate-user = "1000/h"\ndetect-chain = "1000000/min"\n');
  const server = await startServer(binary, { ...settings, SPYHOP_CONFIG });
  await server.answers("/readyz", 20_000);
  const { token } = await server.call("organisation/user/create-user", { wallet_addresses: ADDRESSES });
  await sleep(SEATS_FREE);
  const rate = (path, ...how) => perSecond(oha, [...how, server.origin + path]);
  if (targets.health) row("healthz", rate("/healthz"), targets.health);
  const body = ["-m", "POST", "-T", "application/json", "-H", `authorization: Bearer ${token}`, "-d", "{}"];
  row(`get-user, ${name}`, rate("/api/organisation/user/get-user", ...body), targets.user);
  row(`memory after that, ${name}`, `${residentMiB(server.pid)} MiB`, "< 256 MiB");
  await server.stop();
  rmSync(folder, { recursive: true });
}

function perSecond(oha, options) {
  const all = ["--no-tui", "--output-format", "json", "-z", "10s", "-c", `${CONNECTIONS}`, ...options];
  const report = JSON.parse(execFileSync(oha, all, { encoding: "utf8", maxBuffer: 1 << 28 }));
  const answers = Object.entries(report.statusCodeDistribution);
  const good = answers.filter(([code]) => code === "200").reduce((sum, [, count]) => sum + count, 0);
  const bad = answers.reduce((sum, [, count]) => sum + count, 0) - good;
  const p99 = (report.latencyPercentiles.p99 * 1000).toFixed(1);
  return `${Math.round(good / report.summary.total)} /s, p99 ${p99} ms${bad > 0 ? `, ${bad} refused` : ""}`;
}
