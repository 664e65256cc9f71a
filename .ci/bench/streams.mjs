// Measures how a user with a thousand wallets on every chain and thirty open pages affects another user.
import { sleep, startServer } from "../server.mjs";
import { ADDRESSES, residentMiB } from "./demo.mjs";

const WALLETS = 1000;
const STREAMS = 30;
const SECONDS = 60;
/** Milliseconds between the calls of the other user. */
const EVERY_MS = 50;

export async function measureStreams({ binary }, row) {
  const server = await startServer(binary, { SPYHOP_PLANS: "off" });
  await server.answers("/readyz", 20_000);
  const other = await server.call("organisation/user/create-user", { wallet_addresses: ADDRESSES });
  await sleep(3000);
  const memory = watchMemory(server.pid);
  const quiet = await latencies(server, other.token, 5);
  row("`get-user` of another person before", figures(quiet));
  const wallet_addresses = Array.from({ length: WALLETS }, (_, n) => `0x${(n + 1).toString(16).padStart(40, "0")}`);
  const began = performance.now();
  const creating = server.call("organisation/user/create-user", { wallet_addresses });
  const during = latencies(server, other.token, SECONDS);
  const { token } = await creating;
  row(`create-user with ${WALLETS} wallets`, `${Math.round(performance.now() - began)} ms`);
  const controller = new AbortController();
  const streams = Array.from({ length: STREAMS }, (_, n) => listen(server, token, controller.signal, n === 0));
  const times = await during;
  controller.abort();
  const ended = await Promise.all(streams);
  const open = ended.filter(({ status }) => status === 200);
  const { total, done } = await server.call("wallet/sync/status", {}, token);
  row("`get-user` of another person meanwhile", figures(times), "p95 < 100 ms");
  row(`streams open of ${STREAMS}`, `${open.length}, the others refused with ${[...new Set(ended.map(({ status }) => status))].filter((status) => status !== 200).join(", ") || "nothing"}`, "4");
  row(`sent on one stream in ${SECONDS} s, ${total} lines, ${done} read`, `${kilobytes(open)} kB in ${open[0]?.events} events`);
  row("memory at most", `${memory.most()} MiB`, "< 256 MiB");
  memory.end();
  await server.stop();
}

function watchMemory(pid) {
  let most = 0;
  const measure = () => {
    most = Math.max(most, residentMiB(pid));
  };
  const timer = setInterval(measure, 100);
  return { most: () => most, end: () => clearInterval(timer) };
}

/** Returns the sorted latencies of one user's calls in milliseconds. */
async function latencies(server, token, seconds) {
  const times = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const from = performance.now();
    await server.call("organisation/user/get-user", {}, token);
    times.push(performance.now() - from);
    await sleep(Math.max(0, EVERY_MS - times.at(-1)));
  }
  return times.toSorted((a, b) => a - b);
}

/** Follows the stream as a page does. The first page also requests the portfolio whenever it changed. */
async function listen(server, token, signal, isPage) {
  const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream" };
  let [bytes, events, requesting] = [0, 0, false];
  const response = await fetch(`${server.origin}/api/wallet/sync/events`, { headers, signal });
  try {
    for await (const piece of response.body) {
      bytes += piece.length;
      const text = Buffer.from(piece).toString();
      events += text.split("\nevent: ").length - 1 + (text.startsWith("event: ") ? 1 : 0);
      if (!isPage || requesting || !text.includes("event: portfolio")) continue;
      requesting = true;
      const answer = server.call("wallet/user-wallet/get-balance", { limit: 200 }, token);
      void answer.catch(() => undefined).finally(() => {
        requesting = false;
      });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return { status: response.status, bytes, events };
}

const at = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
const figures = (times) => `p50 ${at(times, 0.5).toFixed(1)} ms, p95 ${at(times, 0.95).toFixed(1)} ms, longest ${times.at(-1).toFixed(0)} ms`;
const kilobytes = (open) => Math.round((open[0]?.bytes ?? 0) / 1000);
