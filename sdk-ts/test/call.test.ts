import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  connect,
  detectChain,
  explainFigure,
  getBalance,
  importExchangeUpload,
  type ProblemError,
  previewExchangeUpload,
} from "../src/index.js";
import { json, serve, type TestServer } from "./server.js";

let server: TestServer;
const refused: string[] = [];

beforeAll(async () => {
  server = await serve((seen, response) => {
    if (seen.body.includes("slow")) return;
    if (seen.body.includes("html")) {
      response.writeHead(502, { "content-type": "text/html" });
      response.end("<h1>Bad gateway</h1>");
    } else if (seen.body.includes("broken")) {
      response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
      response.write('{"error"');
      setTimeout(() => response.destroy(), 10);
    } else if (seen.body.includes("expired"))
      json(
        response,
        { error: true, message: "Please sign in again", code: "session_invalid", data: null, request_id: "r-2" },
        401,
      );
    else if (seen.body.includes("limit"))
      json(
        response,
        { error: true, message: "Too many requests.", code: "rate_limited", data: null, request_id: "r-3" },
        429,
        {
          "retry-after": "7",
        },
      );
    else json(response, { error: false, message: "", data: { total: "12.50" } });
  });
});
beforeEach(() => {
  refused.length = 0;
  connect({ baseUrl: server.url, token: () => "spy_test", onUnauthorized: (problem) => refused.push(problem.code) });
});
afterAll(() => server.close());

test("sends JSON with the session and answers the data alone", async () => {
  const answer = await getBalance({ chain: "eip155:1" });
  expect(answer).toEqual({ total: "12.50" });
  expect(server.seen.at(-1)).toMatchObject({
    path: "/api/wallet/user-wallet/get-balance",
    body: '{"chain":"eip155:1"}',
  });
  expect(server.seen.at(-1)?.headers).toMatchObject({
    authorization: "Bearer spy_test",
    "content-type": "application/json",
  });
});

test("a refused session is a problem and is reported once", async () => {
  const problem = await explainFigure({ figure: "expired" }).catch((thrown: ProblemError) => thrown);
  expect(problem).toMatchObject({ name: "ProblemError", status: 401, code: "session_invalid", requestId: "r-2" });
  expect(refused).toEqual(["session_invalid"]);
});

test("a header of the caller's own wins over the session, and its refusal is not the session's", async () => {
  await explainFigure({ figure: "expired" }, { headers: { authorization: "Bearer other" } }).catch(() => undefined);
  expect(server.seen.at(-1)?.headers.authorization).toBe("Bearer other");
  expect(refused).toEqual([]);
});

test("a call without credentials carries no session", async () => {
  await explainFigure({ figure: "expired" }, { credentials: "omit" }).catch(() => undefined);
  expect(server.seen.at(-1)?.headers.authorization).toBeUndefined();
  expect(refused).toEqual([]);
});

test("says when to ask again", async () => {
  await expect(explainFigure({ figure: "limit" }, { retries: 0 })).rejects.toMatchObject({
    status: 429,
    retryAfter: 7,
  });
});

test("an answer that is no envelope is a problem, not a crash", async () => {
  await expect(explainFigure({ figure: "html" })).rejects.toMatchObject({ status: 502, code: "unreadable" });
});

test("a server that is not there is a problem with its own code", async () => {
  connect({ baseUrl: "http://127.0.0.1:1" });
  const problem = await getBalance({}, { retries: 0 }).catch((thrown: ProblemError) => thrown);
  expect(problem).toMatchObject({ status: 0, code: "unreachable" });
  expect((problem as ProblemError).cause).toBeInstanceOf(TypeError);
});

test("an aborted call ends as aborted", async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 30);
  await expect(detectChain({ wallet_address: "slow" }, { signal: controller.signal })).rejects.toMatchObject({
    name: "AbortError",
  });
});

test("an abort keeps the reason that it was given", async () => {
  const controller = new AbortController();
  const reason = new Error("the dialog was closed");
  setTimeout(() => controller.abort(reason), 30);
  await expect(detectChain({ wallet_address: "slow" }, { signal: controller.signal })).rejects.toBe(reason);
  const late = detectChain({ wallet_address: "slow" }, { signal: AbortSignal.timeout(30) });
  await expect(late).rejects.toMatchObject({ name: "TimeoutError" });
});

test("an answer that breaks off is a failure of the connection", async () => {
  await expect(explainFigure({ figure: "broken" }, { retries: 0 })).rejects.toMatchObject({ code: "unreachable" });
});

test("a file is sent as it is, beside the fields that have a value", async () => {
  const account = { exchange: "kraken", account_name: "Main", file: new Blob(["txid,refid\n"]) };
  await previewExchangeUpload(account);
  expect(server.seen.at(-1)).toMatchObject({ path: "/api/organisation/user/preview-exchange-file" });
  await importExchangeUpload({ ...account, start_datetime: 0, end_datetime: null, count_unlisted: false });
  const { path, headers, body } = server.seen.at(-1) ?? {};
  expect(path).toBe("/api/organisation/user/import-exchange-file");
  expect(headers?.["content-type"]).toMatch(/^multipart\/form-data/);
  for (const part of ['name="start_datetime"\r\n\r\n0\r\n', 'name="count_unlisted"\r\n\r\nfalse', "txid,refid\n"])
    expect(body).toContain(part);
  expect(body).not.toContain("end_datetime");
});
