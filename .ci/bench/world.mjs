// Measures three wallets on five chains with three hundred tokens each, where every source answers after 100 ms.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { sleep, startServer } from "../server.mjs";

const LATENCY = 100;
const TOKENS = 300;
const PATIENCE = 120_000;

export async function measureWorld({ binary, target }, row) {
  const world = await startWorld(target, "world", [LATENCY, TOKENS]);
  const server = await startServer(binary, world.settings);
  await server.answers("/readyz", 20_000);
  const expected = world.addresses.length * world.chains * TOKENS;
  const { first, full, priced } = await watch(server, world.addresses, expected);
  const requests = await world.requests();
  await server.stop();
  world.end();
  const accounts = world.addresses.length * world.chains;
  const perAccount = (count) => (count / accounts).toFixed(2);
  row("create-user to the first net worth", `${first} ms`, "< 2000 ms");
  row(`create-user until all ${expected} load tokens are valued (${priced} holdings)`, `${full} ms`);
  const most = perAccount((requests.chunks + world.chains) * world.addresses.length);
  row("balance requests per account", perAccount(requests.balances), `at most ${most}: 1 for each ${requests.chunk} tokens, and 1 that compares callers`);
  row("head requests per chain", (requests.heads / world.chains).toFixed(2), "1 while a head is fresh (one second)");
  row("metadata requests per token", (requests.described / requests.held).toFixed(2), "1");
  row("price requests", `${requests.prices}`);
}

/** Starts a test world. Its first line contains the settings and what to watch, each further line the requests so far. */
export async function startWorld(target, name, numbers) {
  const child = spawn(join(target, "debug/spyhop-bench"), [name, ...numbers.map(String)], { stdio: ["pipe", "pipe", "inherit"] });
  process.once("exit", () => child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value } = await lines.next();
    if (value === undefined) throw new Error("the test world did not start; run `make world`");
    return JSON.parse(value);
  };
  const send = (line) => {
    child.stdin.write(`${line}\n`);
    return next();
  };
  return { ...(await next()), requests: () => send("requests"), send, end: () => child.stdin.end() };
}

/** Returns the milliseconds from create-user to the first net worth, and to the complete one. */
async function watch(server, addresses, expected) {
  const from = performance.now();
  const passed = () => Math.round(performance.now() - from);
  const { token } = await server.call("organisation/user/create-user", { wallet_addresses: addresses });
  let first;
  while (passed() < PATIENCE) {
    const { total, coverage } = await server.call("wallet/user-wallet/get-balance", {}, token);
    if (total !== null && coverage.priced > 0) first ??= passed();
    if (coverage.reading === 0 && coverage.priced >= expected) return { first, full: passed(), priced: coverage.priced };
    await sleep(first === undefined ? 20 : 250);
  }
  throw new Error(`not everything was valued after ${PATIENCE / 1000} s`);
}
