import { afterEach, expect, test } from "vitest";
import { createClient, pages } from "../src/index.js";
import { json, serve, type TestServer } from "./server.js";

/** A list on a server, which changes while it is read. */
interface ServedList {
  ids: string[];
  revision: number;
}

interface PageQuery {
  start: number;
  limit?: number;
}

let server: TestServer;
afterEach(() => server.close());

const ids = (from: number, to: number): string[] => Array.from({ length: to - from }, (_, at) => `row-${from + at}`);

/** Serves a list by every paginated call. `change` runs before each answer, with the number of answers before it. */
async function serving(list: ServedList, change: (answered: number) => void = () => undefined) {
  let answered = 0;
  server = await serve(({ path, body }, response) => {
    change(answered++);
    const { start, limit = 10 } = JSON.parse(body) as PageQuery;
    if (limit > 200)
      return json(response, { error: true, message: "Too many", code: "invalid_input", data: null }, 400);
    const some = list.ids.slice(start, start + limit);
    const page = { start, limit, total_count: list.ids.length };
    const data = path.endsWith("search-transaction")
      ? { ...page, results: some.map((entry) => ({ entry })), revision: String(list.revision) }
      : path.endsWith("search-wallet")
        ? { ...page, user_wallets: some.map((id) => ({ id })) }
        : { ...page, disclosures: some.map((id) => ({ id })) };
    json(response, { error: false, message: "", data });
  });
  const client = createClient({ baseUrl: server.url });
  return {
    transactions: (limit: number) => pages(client.searchTransaction, { limit }),
    wallets: (limit: number) => pages(client.searchWallet, { limit }),
    disclosures: (limit: number) => pages(client.getDisclosures, { limit }),
  };
}

type Lists = Awaited<ReturnType<typeof serving>>;

/** The ids that each list yields. */
const readers: Record<keyof Lists, (lists: Lists, limit: number) => Promise<string[]>> = {
  transactions: async (lists, limit) => {
    const found: string[] = [];
    for await (const { results } of lists.transactions(limit)) found.push(...results.map(({ entry }) => entry));
    return found;
  },
  wallets: async (lists, limit) => {
    const found: string[] = [];
    for await (const { user_wallets } of lists.wallets(limit)) found.push(...user_wallets.map(({ id }) => id));
    return found;
  },
  disclosures: async (lists, limit) => {
    const found: string[] = [];
    for await (const { disclosures } of lists.disclosures(limit)) found.push(...disclosures.map(({ id }) => id));
    return found;
  },
};

const every = Object.entries(readers);

test.each(every)("%s that do not change are read once, in order", async (_, read) => {
  const list = { ids: ids(0, 25), revision: 1 };
  const lists = await serving(list);
  expect(await read(lists, 10)).toEqual(list.ids);
  expect(server.seen.map(({ body }) => JSON.parse(body).start)).toEqual([0, 9, 19]);
  expect(await read(lists, 1)).toEqual(list.ids);
  expect(await read(lists, 200)).toEqual(list.ids);
  list.ids = [];
  expect(await read(lists, 10)).toEqual([]);
});

test("pages of the largest size are not enlarged", async () => {
  const list = { ids: ids(0, 969), revision: 1 };
  const lists = await serving(list);
  expect(await readers.disclosures(lists, 200)).toEqual(list.ids);
});

test.each(every)("%s that grow at the top, in the middle and at the end lose and repeat nothing", async (_, read) => {
  const list = { ids: ids(100, 300), revision: 1 };
  const lists = await serving(list, (answered) => {
    if (answered === 0 || answered > 12) return;
    const from = 1_000 + answered * 10;
    const middle = Math.floor(list.ids.length / 2);
    list.ids = [
      ...ids(from, from + 5),
      ...list.ids.slice(0, middle),
      ...ids(from + 5, from + 8),
      ...list.ids.slice(middle),
      ...ids(from + 8, from + 10),
    ];
    list.revision++;
  });
  const found = await read(lists, 20);
  expect(found).toHaveLength(new Set(found).size);
  expect(found.toSorted()).toEqual(list.ids.toSorted());
  expect(list.ids).toHaveLength(200 + 120);
});

test.each(every)("%s of which rows vanish while others arrive lose none of those that stay", async (_, read) => {
  const list = { ids: ids(0, 100), revision: 1 };
  // The number of rows stays the same, and the rows before the next page are others.
  const lists = await serving(list, (answered) => {
    if (answered === 3) list.ids = [...list.ids.slice(5), ...ids(500, 505)];
  });
  const found = await read(lists, 20);
  expect(found).toHaveLength(new Set(found).size);
  expect(found).toEqual(expect.arrayContaining(list.ids));
});

test("a change that only the revision tells is noticed", async () => {
  const list = { ids: ids(0, 40), revision: 1 };
  // A row before the next page is replaced, and its neighbours stay where they are.
  const lists = await serving(list, (answered) => {
    if (answered !== 2) return;
    list.ids = [...ids(700, 701), ...list.ids.slice(1)];
    list.revision++;
  });
  const found = await readers.transactions(lists, 10);
  expect(found).toEqual([...ids(0, 40), "row-700"]);
});

test("a list that keeps changing is read until the signal aborts", async () => {
  const list = { ids: ids(0, 30), revision: 1 };
  await serving(list, () => list.revision++);
  const client = createClient({ baseUrl: server.url });
  const reason = new Error("enough");
  const controller = new AbortController();
  const found: string[] = [];
  const reading = (async () => {
    const { signal } = controller;
    for await (const { results } of pages(client.searchTransaction, { limit: 10 }, { signal })) {
      found.push(...results.map(({ entry }) => entry));
      if (found.length === 30) setTimeout(() => controller.abort(reason), 50);
    }
  })();
  await expect(reading).rejects.toBe(reason);
  expect(found).toEqual(list.ids);
});

test("pages are fetched when they are needed", async () => {
  const lists = await serving({ ids: ids(0, 30), revision: 1 });
  for await (const _ of lists.transactions(10)) break;
  expect(server.seen).toHaveLength(1);
});
