import { afterEach, expect, test } from "vitest";
import { connect, createClient, type SettledStatus, settled } from "../src/index.js";
import { json, type Seen, serve, type TestServer } from "./server.js";

let server: TestServer;
afterEach(() => server.close());

const data = (value: unknown) => ({ error: false, message: "", data: value });

interface World {
  balances: "waiting" | "done" | "failed";
  prices: "waiting" | "done";
  history: "waiting" | "running" | "done" | "failed";
  past: { done: number; waiting: number; failed: number };
}

const SETTLED: World = {
  balances: "done",
  prices: "done",
  history: "done",
  past: { done: 3, waiting: 0, failed: 0 },
};

function statusOf({ balances, prices, history }: World) {
  const of = (state: string) => [balances, prices].filter((one) => one === state).length;
  return {
    total: 2,
    done: of("done"),
    running: of("running"),
    waiting: of("waiting"),
    failed: of("failed"),
    sources: [
      { kind: "account", state: balances },
      { kind: "prices", state: prices },
      { kind: "history", state: history },
    ],
  };
}

/** Why some past prices could not be read. */
const failures = [{ code: "source_failed", text: "Its price could not be read. Binance does not answer." }];

function pastPricesOf({ past }: World) {
  const total = past.done + past.waiting + past.failed;
  return { ...past, total, failures: past.failed > 0 ? failures : [] };
}

/** Serves the worlds one after the other, a new one for each status; the last one for ever. */
async function serving(...worlds: World[]) {
  let now: World = SETTLED;
  server = await serve((seen: Seen, response) => {
    if (seen.path.endsWith("/sync/status")) {
      now = worlds.shift() ?? now;
      json(response, data(statusOf(now)));
    } else json(response, data(pastPricesOf(now)));
  });
  return createClient({ baseUrl: server.url });
}

const pastRequests = () => server.seen.filter(({ path }) => path.endsWith("/sync/past-prices"));

test("waits for balances, prices and histories, and states how far each is", async () => {
  const client = await serving(
    { ...SETTLED, balances: "waiting", history: "waiting" },
    { ...SETTLED, prices: "waiting", history: "waiting" },
    { ...SETTLED, history: "running" },
    SETTLED,
  );
  const seen: SettledStatus["parts"][] = [];
  const last = await client.settled({ timeout: 20_000, onProgress: ({ parts }) => seen.push(parts) });
  expect(seen.map(({ balances }) => balances.waiting)).toEqual([1, 0, 0, 0]);
  expect(seen.map(({ prices }) => prices.waiting)).toEqual([0, 1, 0, 0]);
  expect(seen.map(({ histories }) => histories.waiting + histories.running)).toEqual([1, 1, 1, 0]);
  expect(seen.map(({ past_prices }) => past_prices === null)).toEqual([true, true, true, false]);
  const done = { total: 1, done: 1, running: 0, waiting: 0, failed: 0 };
  const past_prices = { total: 3, done: 3, running: 0, waiting: 0, failed: 0, failures: [] };
  expect(last.parts).toEqual({ balances: done, prices: done, histories: done, past_prices });
}, 30_000);

test("waits for the prices of past days, and not for those that failed", async () => {
  const requested: World = { ...SETTLED, past: { done: 1, waiting: 2, failed: 1 } };
  const client = await serving(requested, { ...requested, past: { done: 3, waiting: 0, failed: 1 } });
  const seen: unknown[] = [];
  await client.settled({
    timeout: 20_000,
    currency: "BTC",
    onProgress: ({ parts }) => seen.push(parts.past_prices),
  });
  const counts = { total: 4, running: 0, failed: 1, failures };
  expect(seen).toEqual([
    { ...counts, done: 1, waiting: 2 },
    { ...counts, done: 3, waiting: 0 },
  ]);
  expect(pastRequests().map(({ body }) => JSON.parse(body))).toEqual([
    { currency_code: "BTC" },
    { currency_code: "BTC" },
  ]);
}, 30_000);

test("waits only for the parts that are named", async () => {
  const client = await serving({ ...SETTLED, history: "waiting", past: { done: 0, waiting: 1, failed: 0 } });
  const { parts } = await client.settled({ timeout: 20_000, parts: ["balances", "prices"] });
  expect([parts.histories.waiting, parts.past_prices]).toEqual([1, null]);
  expect(pastRequests()).toEqual([]);
});

test("does not wait for what failed, and counts it", async () => {
  const client = await serving({ ...SETTLED, balances: "failed", history: "failed" });
  const { parts, failed } = await client.settled({ timeout: 20_000 });
  expect([failed, parts.balances.failed, parts.histories.failed]).toEqual([1, 1, 1]);
});

test("gives up in time and when told to", async () => {
  await serving({ ...SETTLED, balances: "waiting" });
  connect({ baseUrl: server.url });
  await expect(settled({ timeout: 50 })).rejects.toMatchObject({ name: "TimeoutError" });
  const reason = new Error("enough");
  await expect(settled({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  const controller = new AbortController();
  const waiting = settled({ signal: controller.signal, onProgress: () => controller.abort(reason) });
  await expect(waiting).rejects.toBe(reason);
});

test("waits as long as the server asks, also more often than a call is repeated, and hides no other refusal", async () => {
  const refusals = [
    ...Array.from({ length: 6 }, () => ({ status: 429, code: "rate_limited", header: { "retry-after": "0" } })),
    { status: 401, code: "session_invalid", header: {} },
  ];
  server = await serve((_, response) => {
    const refusal = refusals.shift();
    if (!refusal) throw new Error("rate limited");
    const body = { error: true, message: "No", code: refusal.code, data: null, request_id: "r" };
    json(response, body, refusal.status, refusal.header as Record<string, string>);
  });
  connect({ baseUrl: server.url });
  await expect(settled()).rejects.toMatchObject({ code: "session_invalid" });
  expect(server.seen).toHaveLength(7);
});
