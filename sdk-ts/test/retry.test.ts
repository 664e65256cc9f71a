import { afterEach, expect, test } from "vitest";
import {
  createClient,
  createUser,
  exportTransactions,
  exportUserData,
  getBalance,
  setAssetPrice,
} from "../src/index.js";
import { json, type Seen, serve, type TestServer } from "./server.js";

type Answer = Parameters<typeof serve>[0];
type Reply = Parameters<Answer>[1];

let server: TestServer;
afterEach(() => server.close());

const refuse =
  (status: number, code: string, headers: Record<string, string>): Answer =>
  (_, response) =>
    json(response, { error: true, message: "Try again.", code, data: null, request_id: "r" }, status, headers);
const limited = refuse(429, "rate_limited", { "retry-after": "0" });
const busy = refuse(503, "busy", { "retry-after": "0" });
const lost: Answer = (_, response) => void response.destroy();
const cutOff: Answer = (_, response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
  response.write('{"error"');
  setTimeout(() => response.destroy(), 10);
};
const done: Answer = (_, response) => json(response, { error: false, message: "", data: { total: "12.50" } });

/** Starts a server that gives these answers one after the other, the last one for ever. */
async function answering(...answers: Answer[]) {
  let at = 0;
  server = await serve((seen: Seen, response: Reply) => answers[Math.min(at++, answers.length - 1)]?.(seen, response));
  return { connection: { baseUrl: server.url, token: () => "spy_test" } };
}

test("a read is repeated after each fault that passes, and at most three times", async () => {
  const options = await answering(limited, busy, cutOff, done);
  await expect(getBalance({ chain: "eip155:1" }, options)).resolves.toEqual({ total: "12.50" });
  expect(server.seen.map(({ body }) => body)).toEqual(Array(4).fill('{"chain":"eip155:1"}'));
  expect(server.seen.map(({ headers }) => headers.authorization)).toEqual(Array(4).fill("Bearer spy_test"));
});

test.each([
  ["rate limited", limited, { status: 429, code: "rate_limited" }],
  ["busy", busy, { status: 503, code: "busy" }],
  ["lost", lost, { status: 0, code: "unreachable" }],
])(
  "a read that is always %s fails after three repetitions with the last problem",
  async (_, fault, problem) => {
    const options = await answering(fault);
    await expect(getBalance({}, options)).rejects.toMatchObject(problem);
    expect(server.seen).toHaveLength(4);
  },
  20_000,
);

test("the server decides how long a repetition waits, in seconds or by a date", async () => {
  const inTwoSeconds = () => new Date(Date.now() + 2_000).toUTCString();
  const dated: Answer = (seen, response) => refuse(503, "busy", { "retry-after": inTwoSeconds() })(seen, response);
  const options = await answering(refuse(429, "rate_limited", { "retry-after": "1" }), dated, done);
  const began = Date.now();
  await getBalance({}, options);
  // A date states whole seconds, so it may be one second nearer.
  expect(Date.now() - began).toBeGreaterThanOrEqual(1_900);
  expect(server.seen).toHaveLength(3);
}, 20_000);

test("a server that asks to wait for long is not waited for", async () => {
  const options = await answering(refuse(429, "rate_limited", { "retry-after": "3600" }));
  await expect(getBalance({}, options)).rejects.toMatchObject({ status: 429, retryAfter: 3600 });
  expect(server.seen).toHaveLength(1);
});

test("other refusals are final", async () => {
  const options = await answering(refuse(400, "invalid_input", {}), done);
  await expect(getBalance({}, options)).rejects.toMatchObject({ status: 400 });
  expect(server.seen).toHaveLength(1);
});

test.each([
  ["rate limited", limited],
  ["busy", busy],
  ["lost", lost],
])("a call that changes something is sent once where it is %s", async (_, fault) => {
  const options = await answering(fault, done);
  const price = { asset: "eip155:1/slip44:60", price: "1" };
  await expect(setAssetPrice(price, options)).rejects.toMatchObject({ name: "ProblemError" });
  await expect(createUser({ wallet_addresses: ["vitalik.eth"] }, options)).resolves.toBeDefined();
  expect(server.seen).toHaveLength(2);
});

test("a new user is created once without a key, and repeated with one", async () => {
  const options = await answering(busy, busy, done);
  const list = { wallet_addresses: ["vitalik.eth"] };
  await expect(createUser(list, options)).rejects.toMatchObject({ code: "busy" });
  await createUser(list, { ...options, headers: { "Idempotency-Key": "k-1" } });
  expect(server.seen.map(({ headers }) => headers["idempotency-key"])).toEqual([undefined, "k-1", "k-1"]);
});

test("repetitions can be fewer, and end when the signal aborts", async () => {
  const { connection } = await answering(refuse(503, "busy", { "retry-after": "30" }));
  const client = createClient(connection);
  await expect(client.getBalance({}, { retries: 0 })).rejects.toMatchObject({ status: 503 });
  const once = createClient({ ...connection, retries: 0 });
  await expect(once.getBalance({})).rejects.toMatchObject({ status: 503 });
  const reason = new Error("enough");
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), 50);
  await expect(client.getBalance({}, { signal: controller.signal })).rejects.toBe(reason);
  expect(server.seen).toHaveLength(3);
});

test("an archive that is cut off is downloaded again", async () => {
  const archive: Answer = (_, response) => {
    response.writeHead(200, { "content-disposition": 'attachment; filename="mine.zip"' });
    response.end("zip");
  };
  const options = await answering(cutOff, archive);
  const { name, content } = await exportUserData(options);
  expect([name, await content.text()]).toEqual(["mine.zip", "zip"]);
});

test("an export sends what it covers and has the name that the server proposes", async () => {
  const table: Answer = (_, response) => {
    response.writeHead(200, {
      "content-disposition": 'attachment; filename="transaction-history-until-2026-11-29.csv"',
    });
    response.end("time\r\n");
  };
  const options = await answering(table);
  const { name, content } = await exportTransactions({ currency_code: "EUR", start_datetime: 1 }, options);
  expect([name, await content.text()]).toEqual(["transaction-history-until-2026-11-29.csv", "time\r\n"]);
  expect(server.seen[0]).toMatchObject({
    path: "/api/wallet/transaction/export-transactions",
    body: JSON.stringify({ currency_code: "EUR", start_datetime: 1 }),
  });
});
