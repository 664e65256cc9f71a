// Measures the demo world: the time until a user sees all figures, the time to start, and memory when idle.
import { readFileSync } from "node:fs";
import { sleep, startServer } from "../server.mjs";
import { middle } from "./oha.mjs";

export const ADDRESSES = [
  "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
  "0x00000000219ab540356cBB839Cbe05303d7705Fa",
  "0xBE0eB53F46cd790Cd13851d5EFf43D12404d33E8",
];
const RUNS = 5;

export async function measureDemo({ binary }, row) {
  const server = await startServer(binary);
  row("start until `/readyz` answers, empty folder", `${await server.answers("/readyz", 20_000)} ms`, "< 1000 ms");
  await sleep(30_000);
  row("memory after 30 idle seconds", `${residentMiB(server.pid)} MiB`, "< 80 MiB");
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await valued(server, run));
  row(`create-user to a full valued answer (three wallets; median of ${RUNS})`, `${middle(runs)} ms`, "< 1000 ms");
  row("memory after that", `${residentMiB(server.pid)} MiB`, "< 256 MiB");
  await server.stop();
}

/** Creates a user with new addresses and waits until every source has answered and no price is pending. */
async function valued(server, run) {
  const wallet_addresses = ADDRESSES.map((address) => `${address.slice(0, -1)}${run}`.toLowerCase());
  const from = performance.now();
  const { token } = await server.call("organisation/user/create-user", { wallet_addresses });
  for (;;) {
    const { running, waiting } = await server.call("wallet/sync/status", {}, token);
    const { total, coverage } = await server.call("wallet/user-wallet/get-balance", {}, token);
    const toCome = coverage.unpriced.some(({ reason }) => reason === "not_requested_yet");
    const passed = Math.round(performance.now() - from);
    if (total !== null && coverage.reading === 0 && running + waiting === 0 && !toCome) return passed;
    if (passed > 30_000) throw new Error("the demo world did not finish");
    await sleep(10);
  }
}

export const residentMiB = (pid) => memoryMiB(pid, "VmRSS");

export const peakMiB = (pid) => memoryMiB(pid, "VmHWM");

function memoryMiB(pid, field) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)[1]) / 1024);
}
