// Requests a second with oha, on SQLite and on Postgres.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sleep, startServer } from "../server.mjs";
import { ADDRESSES, residentMiB } from "./demo.mjs";
import { calling, program, stream } from "./oha.mjs";

/** How long each call is made. */
const SECONDS = 6;
/** Node keeps its own connections open for some seconds; each takes a seat of this client's. */
const SEATS_FREE = 6000;

export async function measureLoad({ binary, target }, row) {
  const oha = program(target);
  const place = { binary, oha, row };
  await onDatabase(place, "SQLite", {}, { health: "≥ 20000 /s", user: "≥ 3000 /s", write: "≥ 300 /s" });
  const url = process.env.SPYHOP_TEST_POSTGRES_URL;
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
  await sleep(SEATS_FREE);
  const measured = async (what, path, options, target) =>
    row(what, said(await stream(oha, server.origin + path, ["-z", `${SECONDS}s`, ...options])), target);
  const call = (path, body, target) =>
    measured(`\`${path.split("/").at(-1)}\`, ${name}`, `/api/${path}`, calling(token, body), target);
  if (targets.health) await measured("`/healthz`", "/healthz", [], targets.health);
  await call("organisation/user/get-user", {}, targets.user);
  await call("wallet/user-wallet/get-balance", {});
  const [wallet_address] = ADDRESSES;
  await call("wallet/user-wallet/update-wallet", { wallet_address, nickname: "Savings" }, targets.write);
  row(`memory after that, ${name}`, `${residentMiB(server.pid)} MiB`, "< 256 MiB");
  await server.stop();
  rmSync(folder, { recursive: true });
}

function said({ rate, refused, broken, took }) {
  const wrong = refused + broken > 0 ? `, ${refused} refused, ${broken} broken` : "";
  return `${Math.round(rate)} /s, p99 ${took.p99.toFixed(1)} ms${wrong}`;
}
