// Measures requests per second with oha, on SQLite and on Postgres.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sleep, startServer } from "../server.mjs";
import { ADDRESSES, residentMiB } from "./demo.mjs";
import { calling, program, stream, combined } from "./oha.mjs";
import { emptyDatabase } from "./postgres.mjs";

/** The duration of each call's stream. */
const SECONDS = 6;
/** Number of rounds of all calls: the speed of a shared machine changes from minute to minute. */
const ROUNDS = 3;
/** Milliseconds until Node has closed its own connections, which count towards the connection limit of this client. */
const CONNECTIONS_CLOSED = 6000;

export async function measureLoad({ binary, target }, row) {
  const oha = program(target);
  const place = { binary, oha, row };
  await onDatabase(place, "SQLite", {}, { health: "≥ 20000 /s", user: "≥ 3000 /s", write: "≥ 300 /s" });
  const url = emptyDatabase();
  if (url) await onDatabase(place, "Postgres", { SPYHOP_DATABASE_URL: url }, { user: "≥ 2500 /s", write: "≥ 300 /s" });
  else row("Postgres: not measured", "run it below .ci/postgres");
}

async function onDatabase({ binary, oha, row }, name, settings, targets) {
  const folder = mkdtempSync(join(tmpdir(), "spyhop-bench-"));
  const SPYHOP_CONFIG = join(folder, "spyhop.toml");
  writeFileSync(SPYHOP_CONFIG, '[limits]\ncreate-user = "1000/h"\ndetect-chain = "1000000/min"\n');
  const server = await startServer(binary, { ...settings, SPYHOP_CONFIG });
  await server.answers("/readyz", 20_000);
  const { token } = await server.call("organisation/user/create-user", { wallet_addresses: ADDRESSES });
  await sleep(CONNECTIONS_CLOSED);
  const [wallet_address] = ADDRESSES;
  const calls = [
    ...(targets.health ? [["/healthz", [], targets.health]] : []),
    ["/api/organisation/user/get-user", calling(token), targets.user],
    ["/api/wallet/user-wallet/get-balance", calling(token)],
    ["/api/wallet/user-wallet/update-wallet", calling(token, { wallet_address, nickname: "Savings" }), targets.write],
  ];
  const rounds = calls.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, [path, options]] of calls.entries())
      rounds[at].push(await stream(oha, server.origin + path, ["-z", `${SECONDS}s`, ...options]));
  for (const [at, [path, , target]] of calls.entries()) {
    const what = path === "/healthz" ? "`/healthz`" : `\`${path.split("/").at(-1)}\`, ${name}`;
    row(what, summary(rounds[at]), target);
  }
  row(`memory after that, ${name}`, `${residentMiB(server.pid)} MiB`, "< 256 MiB");
  await server.stop();
  rmSync(folder, { recursive: true });
}

function summary(rounds) {
  const { rate, refused, broken, took } = combined(rounds);
  const wrong = refused + broken > 0 ? `, ${refused} refused, ${broken} broken` : "";
  return `${Math.round(rate)} /s, p99 ${took.p99.toFixed(1)} ms${wrong}`;
}
