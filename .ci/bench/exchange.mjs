// Measures reading a history of 100,000 trades, each with two rows of Kraken's ledger, from a server that answers immediately: undisturbed,
// and in a copy of the same data folder while the program is killed at 20 points. Both must store and export the same bytes.
import { createHash } from "node:crypto";
import { cpSync, rmSync } from "node:fs";
import { sleep, startServer } from "../server.mjs";
import { peakMiB } from "./demo.mjs";
import { startWorld } from "./world.mjs";

const TRADES = Number(process.env.SPYHOP_BENCH_TRADES ?? 100_000);
/** Reading stops at this number of rows until the person lifts it. */
const CAP = 100_000;
const KILLS = 20;
const PATIENCE = 1_800_000;

export async function measureExchange({ binary, target }, row) {
  const world = await startWorld(target, "exchange", [TRADES]);
  const unread = world.settings.SPYHOP_DATA;
  const [first, second] = ["undisturbed", "killed"].map((name) => `${unread}-${name}`);
  for (const copy of [first, second]) cpSync(unread, copy, { recursive: true });
  const expected = await undisturbed({ binary, world, folder: first }, row);
  await world.send("forget");
  await killed({ binary, world, folder: second, expected }, row);
  for (const copy of [first, second]) rmSync(copy, { recursive: true, force: true });
  world.end();
}

/** Reads the history once, and returns what is stored and exported. */
async function undisturbed({ binary, world, folder }, row) {
  const server = await startServer(binary, { ...world.settings, SPYHOP_DATA: folder });
  await server.answers("/readyz", 20_000);
  const from = performance.now();
  const rows = await whole(server, world);
  const seconds = (performance.now() - from) / 1000;
  const peak = peakMiB(server.pid);
  const requests = await world.requests();
  row(`the history is whole (${rows} rows of ${TRADES} trades)`, `${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows per second`);
  row("pages of the ledger", `${requests.pages}, ${requests.repeated} repeated`, `${world.pages}, of 50 rows, none repeated`);
  row("requests for rows that are newer", `${requests.newest}`);
  row("other requests", others(requests));
  row("memory at most, until the history is whole", `${peak} MiB`);
  const exported = await exportHash(server, world.token);
  await server.stop();
  return { exported, hash: await storedHash(world, folder) };
}

/** Reads the history while the program is killed, and compares what is stored and exported. */
async function killed({ binary, world, folder, expected }, row) {
  const settings = { ...world.settings, SPYHOP_DATA: folder };
  const from = performance.now();
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const server = await startServer(binary, settings);
    await server.answers("/readyz", 20_000);
    await reached(server, world, Math.floor((kill * world.pages) / (KILLS + 1)));
    await server.kill();
  }
  const server = await startServer(binary, settings);
  await server.answers("/readyz", 20_000);
  await whole(server, world);
  const seconds = (performance.now() - from) / 1000;
  const requests = await world.requests();
  const exported = await exportHash(server, world.token);
  await server.stop();
  const hash = await storedHash(world, folder);
  row(`the same, killed at ${KILLS} points`, `${seconds.toFixed(1)} s`);
  row("pages of the ledger, killed", `${requests.pages}, ${requests.repeated} repeated`, `${world.pages}, at most ${KILLS} repeated`);
  row("facts and entries, killed", hash === expected.hash ? "the same bytes" : "other bytes", "the same bytes");
  row("export of the transactions, killed", exported === expected.exported ? "the same bytes" : "other bytes", "the same bytes");
}

/** Waits until so much of the walk was requested. */
async function reached(server, world, pages) {
  const from = performance.now();
  let lifted = false;
  for (;;) {
    const requests = await world.requests();
    if (requests.pages >= pages) return;
    if (performance.now() - from > PATIENCE) throw new Error(`page ${pages} was not reached`);
    lifted ||= await lift(server, world, await history(server, world));
    await sleep(20);
  }
}

/** Waits until the history is whole, and returns the number of its rows. */
async function whole(server, world) {
  const from = performance.now();
  let lifted = false;
  while (performance.now() - from < PATIENCE) {
    const known = await history(server, world);
    if (known?.complete) return rowsOf(known);
    lifted ||= await lift(server, world, known);
    await sleep(250);
  }
  throw new Error(`the history was not whole after ${PATIENCE / 1000} s`);
}

/** Reads more, as a person does, where reading stopped at its cap. Returns whether it did. */
async function lift(server, { account, token }, known) {
  if (!known || known.complete || known.state !== "done" || rowsOf(known) < CAP) return false;
  await server.call("wallet/ledger/lift-cap", { account }, token);
  return true;
}

const rowsOf = ({ sources }) => sources.reduce((sum, { done }) => sum + done, 0);

async function history(server, { token }) {
  const { sources } = await server.call("wallet/sync/status", {}, token);
  const found = sources.find(({ kind, history: known }) => kind === "history" && known);
  return found && { ...found.history, state: found.state };
}

async function exportHash(server, token) {
  const response = await fetch(`${server.origin}/api/wallet/transaction/export-transactions`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: "{}",
  });
  if (!response.ok) throw new Error(`export-transactions: status ${response.status}`);
  const hash = createHash("sha256");
  for await (const part of response.body) hash.update(part);
  return hash.digest("hex");
}

const storedHash = async (world, folder) => (await world.send(`history ${folder}`)).hash;

const others = ({ others: counted }) =>
  Object.entries(counted)
    .map(([path, count]) => `${count} ${path.replace("/0/private/", "")}`)
    .join(", ");
