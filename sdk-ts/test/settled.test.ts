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
  /** The reasons of the transactions without a value; null for those with one. */
  values: (string | null)[];
}

const SETTLED: World = { balances: "done", prices: "done", history: "done", values: [null, null, "not_listed"] };

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

/** A page of transactions as the server orders them: those of unknown value come last. */
function transactions({ values }: World, body: string) {
  const { start = 0, limit, sorts = [] } = JSON.parse(body) as { start?: number; limit: number; sorts?: unknown[] };
  const ordered =
    sorts.length > 0 ? values.toSorted((one, other) => Number(one !== null) - Number(other !== null)) : values;
  const row = (code: string | null) =>
    code === null ? { value_then: "1", value_then_reason: null } : { value_then: null, value_then_reason: { code } };
  return { start, limit, total_count: values.length, results: ordered.slice(start, start + limit).map(row) };
}

/** Serves the worlds one after the other, a new one for each status; the last one for ever. */
async function serving(...worlds: World[]) {
  let now: World = SETTLED;
  server = await serve((seen: Seen, response) => {
    if (seen.path.endsWith("/sync/status")) {
      now = worlds.shift() ?? now;
      json(response, data(statusOf(now)));
    } else json(response, data(transactions(now, seen.body)));
  });
  return createClient({ baseUrl: server.url });
}

const searched = () => server.seen.filter(({ path }) => path.endsWith("search-transaction"));

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
  const past_prices = { total: 3, done: 3, running: 0, waiting: 0, failed: 0 };
  expect(last.parts).toEqual({ balances: done, prices: done, histories: done, past_prices });
}, 30_000);

test("waits for the prices of past days", async () => {
  const requested: World = { ...SETTLED, values: [null, "not_asked_yet", "not_asked_yet", "source_failed"] };
  const client = await serving(requested, { ...requested, values: [null, null, null, "source_failed"] });
  const seen: unknown[] = [];
  await client.settled({ timeout: 20_000, onProgress: ({ parts }) => seen.push(parts.past_prices) });
  const counts = { total: 4, running: 0, failed: 1 };
  expect(seen).toEqual([
    { ...counts, done: 1, waiting: 2 },
    { ...counts, done: 3, waiting: 0 },
  ]);
}, 30_000);

test("counts every transaction of unknown value, and reads no page of known ones besides", async () => {
  const values = [
    ...Array<null>(500).fill(null),
    ...Array<string>(250).fill("not_listed"),
    ...Array<string>(100).fill("rate_limited"),
  ];
  const client = await serving({ ...SETTLED, values });
  const { parts } = await client.settled({ timeout: 20_000 });
  expect(parts.past_prices).toEqual({ total: 850, done: 750, running: 0, waiting: 0, failed: 100 });
  expect(searched().map(({ body }) => JSON.parse(body).start)).toEqual([undefined, 650, 450]);
});

test("waits only for the parts that are named", async () => {
  const client = await serving({ ...SETTLED, history: "waiting", values: ["not_asked_yet"] });
  const { parts } = await client.settled({ timeout: 20_000, parts: ["balances", "prices"] });
  expect([parts.histories.waiting, parts.past_prices]).toEqual([1, null]);
  expect(searched()).toEqual([]);
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
