// Measures reading a history of 100,000 transactions, half of them sent and half of them with a token that arrived, from an explorer
// that answers immediately.
import { sleep, startServer } from "../server.mjs";
import { peakMiB } from "./demo.mjs";
import { startWorld } from "./world.mjs";

const TRANSACTIONS = 100_000;
const ROWS = 1_000;
/** The rows of a list in one block: those of the last block of a page come again with the next one. */
const ROWS_OF_BLOCK = 10;
const RECEIPTS = 10;
const PATIENCE = 900_000;

export async function measureSync({ binary, target }, row) {
  const world = await startWorld(target, "sync", [TRANSACTIONS]);
  const server = await startServer(binary, world.settings);
  await server.answers("/readyz", 20_000);
  const from = performance.now();
  const { token } = await server.call("organisation/user/create-user", { wallet_addresses: [world.address] });
  const facts = await whole(server, token, from);
  const seconds = (performance.now() - from) / 1000;
  const peak = peakMiB(server.pid);
  const { total_count: total } = await server.call("wallet/transaction/search-transaction", { start: 0, limit: 1 }, token);
  const { transactions, tokens, others, receipts } = await world.requests();
  const needed = Math.ceil(TRANSACTIONS / 2 / (ROWS - ROWS_OF_BLOCK));
  row(`create-user until the history is whole (${total} entries of ${facts} facts)`, `${seconds.toFixed(1)} s, ${Math.round(total / seconds)} entries per second`);
  row("pages of transactions, and of token transfers", `${transactions} and ${tokens}`, `${needed} each, of ${ROWS} rows`);
  row("pages of lists that are empty", `${others}`);
  row("requests for receipts", `${receipts}`, `${Math.ceil(TRANSACTIONS / RECEIPTS)}, of ${RECEIPTS} receipts`);
  row("memory at most, until the history is whole", `${peak} MiB`);
  await server.stop();
  world.end();
}

/** Waits until the history is whole, and returns the number of its facts. */
async function whole(server, token, from) {
  while (performance.now() - from < PATIENCE) {
    const { sources } = await server.call("wallet/sync/status", {}, token);
    const known = sources.find(({ kind, history }) => kind === "history" && history);
    if (known?.history.complete) return known.history.sources.reduce((sum, { done }) => sum + done, 0);
    await sleep(250);
  }
  throw new Error(`the history was not whole after ${PATIENCE / 1000} s`);
}
