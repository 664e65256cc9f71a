// Measures the CPU time of a server with a thousand accounts whose nodes are unreachable.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sleep, startServer } from "../server.mjs";
import { residentMiB } from "./demo.mjs";

const WALLETS = 500;
const CHAINS = ["eip155:1", "eip155:10"];
/** A port on which nothing listens. */
const CLOSED = "http://127.0.0.1:9";
/** Minutes until accounts are rarely retried, minutes until their back-off has reached its maximum, and minutes after that. */
const [BEGINNING, GROWING, GROWN] = [6, 14, 15];
const TICKS_PER_SECOND = 100;

export async function measureUnreachable({ binary }, row) {
  const chains = CHAINS.map((id) => `[chains."${id}"]\nendpoints = [{ url = "${CLOSED}", own = true }]\n`);
  const prices = ["defillama", "coingecko"].map((id) => `[providers.${id}]\nbase_url = "${CLOSED}"\nown = true\n`);
  const folder = mkdtempSync(join(tmpdir(), "spyhop-ci-"));
  const config = join(folder, "spyhop.toml");
  writeFileSync(config, [...chains, ...prices].join(""));
  const settings = { SPYHOP_CONFIG: config, SPYHOP_SOURCES: "live", SPYHOP_PRIVACY: "strict", SPYHOP_PLANS: "off" };
  const server = await startServer(binary, settings);
  await server.answers("/readyz", 20_000);
  const wallet_addresses = Array.from({ length: WALLETS }, (_, n) => `0x${(n + 1).toString(16).padStart(40, "0")}`);
  const { token } = await server.call("organisation/user/create-user", { wallet_addresses });
  const { total } = await server.call("wallet/sync/status", {}, token);
  const shares = [];
  for (let minute = 0; minute < BEGINNING + GROWING + GROWN; minute += 1) {
    const before = cpuSeconds(server.pid);
    await sleep(60_000);
    shares.push(((cpuSeconds(server.pid) - before) / 60) * 100);
  }
  const beginning = shares.splice(0, BEGINNING).map((one) => one.toFixed(1));
  row(`share of a core in each of the first ${BEGINNING} minutes, ${total} pending reads, all nodes unreachable`, `${beginning.join(", ")} %`);
  const growing = shares.splice(0, GROWING);
  row(`share of a core in the ${GROWING} minutes after that, while the back-off grows`, share(growing));
  row(`share of a core in the ${GROWN} minutes after that`, share(shares), "< 1 %");
  row("memory afterwards", `${residentMiB(server.pid)} MiB`);
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

function share(minutes) {
  const mean = minutes.reduce((sum, one) => sum + one, 0) / minutes.length;
  return `${mean.toFixed(2)} %, at most ${Math.max(...minutes).toFixed(1)} % in one`;
}

/** The CPU time of a process on all cores, in seconds. */
function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /, "").split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
