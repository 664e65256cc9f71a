import { afterEach, expect, test } from "vitest";
import { connect, createClient, getUser, pages, settled } from "../src/index.js";
import { json, type Seen, serve, type TestServer } from "./server.js";

let servers: TestServer[] = [];
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  servers = [];
});

const data = (value: unknown) => ({ error: false, message: "", data: value });

async function serving(answer: (seen: Seen) => unknown): Promise<TestServer> {
  const server = await serve((seen, response) => json(response, data(answer(seen))));
  servers.push(server);
  return server;
}

const status = (waiting: number) => ({ running: 0, waiting, failed: 1, total: 3, done: 2 - waiting, sources: [] });

test("clients speak to their own servers as their own people, whatever connect says", async () => {
  const [one, other, third] = [await serving(() => "one"), await serving(() => "other"), await serving(() => "third")];
  connect({ baseUrl: third.url, token: () => "spy_third" });
  const clients = [
    createClient({ baseUrl: one.url, token: () => "spy_one" }),
    createClient({ baseUrl: other.url, token: () => "spy_other" }),
  ];
  const answers = await Promise.all(clients.flatMap((client) => [client.getUser({}), client.getBalance({})]));
  expect(answers).toEqual(["one", "one", "other", "other"]);
  expect(await getUser({})).toBe("third");
  expect(one.seen.map((seen) => seen.headers.authorization)).toEqual(["Bearer spy_one", "Bearer spy_one"]);
  expect(other.seen.map((seen) => seen.headers.authorization)).toEqual(["Bearer spy_other", "Bearer spy_other"]);
});

test("a client has the calls and nothing that the generator keeps for itself", () => {
  const names = Object.keys(createClient({ baseUrl: "" }));
  expect(names).toContain("createUser");
  expect(names.filter((name) => name.endsWith("Url"))).toEqual([]);
});

test("settled answers when nothing is read any more, and tells how far it is", async () => {
  let left = 3;
  const server = await serving(() => status(--left));
  const seen: number[] = [];
  const client = createClient({ baseUrl: server.url });
  const last = await client.settled({ timeout: 10_000, onProgress: ({ waiting }) => seen.push(waiting) });
  expect(seen).toEqual([2, 1, 0]);
  expect(last.failed).toBe(1);
});

test("settled gives up in time and when told to", async () => {
  const server = await serving(() => status(1));
  connect({ baseUrl: server.url });
  await expect(settled({ timeout: 50 })).rejects.toMatchObject({ name: "TimeoutError" });
  const reason = new Error("enough");
  await expect(settled({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  const controller = new AbortController();
  const waiting = settled({ signal: controller.signal, onProgress: () => controller.abort(reason) });
  await expect(waiting).rejects.toBe(reason);
});

test("settled waits as long as the server asks, and hides no other refusal", async () => {
  const refusals = [
    { status: 429, code: "rate_limited", header: { "retry-after": "0" } },
    { status: 401, code: "session_invalid", header: {} },
  ];
  const server = await serve((_, response) => {
    const refusal = refusals.shift();
    if (!refusal) throw new Error("rate limited");
    const body = { error: true, message: "No", code: refusal.code, data: null, request_id: "r" };
    json(response, body, refusal.status, refusal.header as Record<string, string>);
  });
  servers.push(server);
  connect({ baseUrl: server.url });
  await expect(settled()).rejects.toMatchObject({ code: "session_invalid" });
  expect(server.seen).toHaveLength(2);
});

test("pages come one after the other, as many as are read", async () => {
  const server = await serving(({ body }) => {
    const { start, limit } = JSON.parse(body) as { start: number; limit: number };
    return { disclosures: [start], start, limit, total_count: 5 };
  });
  const client = createClient({ baseUrl: server.url });
  const seen: unknown[] = [];
  for await (const page of pages(client.getDisclosures, { limit: 2 })) seen.push(...page.disclosures);
  expect(seen).toEqual([0, 2, 4]);
  for await (const _ of pages(client.getDisclosures, { limit: 2 })) break;
  expect(server.seen).toHaveLength(4);
});
