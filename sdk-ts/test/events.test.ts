import { afterEach, expect, test } from "vitest";
import { EventParser } from "../src/event-stream.js";
import { connect, events, type SyncEvent } from "../src/index.js";
import { json, serve, type TestServer } from "./server.js";

let server: TestServer | undefined;
afterEach(() => server?.close());

test("reads events however the text is cut", () => {
  const text = ': heartbeat\n\nid: 7\nevent: source\ndata: {"a":1}\ndata: {"b":2}\n\ndata: plain\r\n\r\n';
  for (let cut = 1; cut < text.length; cut++) {
    const parser = new EventParser();
    expect([...parser.feed(text.slice(0, cut)), ...parser.feed(text.slice(cut))]).toEqual([
      { event: "source", data: '{"a":1}\n{"b":2}', id: "7" },
      { event: "message", data: "plain", id: "7" },
    ]);
  }
});

test("an event that has no data is none", () => {
  expect(new EventParser().feed("event: source\n\n")).toEqual([]);
});

test("reconnects after a cut connection and resumes after the last event", async () => {
  let calls = 0;
  server = await serve((_, response) => {
    calls++;
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(`id: ${calls}\nevent: portfolio\ndata: {"changed":true}\n\n`);
  });
  connect({ baseUrl: server.url, token: () => "spy_test" });
  const controller = new AbortController();
  const seen: SyncEvent[] = [];
  const open: boolean[] = [];
  for await (const event of events({
    signal: controller.signal,
    lastEventId: "0",
    backOff: () => 5,
    onConnection: (is) => open.push(is),
  })) {
    seen.push(event);
    if (seen.length === 3) controller.abort();
  }
  expect(seen.map((event) => event.id)).toEqual(["1", "2", "3"]);
  expect(server.seen.map((one) => one.headers["last-event-id"])).toEqual(["0", "1", "2"]);
  expect(server.seen[0]?.headers.authorization).toBe("Bearer spy_test");
  expect(open.slice(0, 3)).toEqual([true, false, true]);
});

test("the stream has a lower priority than calls", async () => {
  server = await serve((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end('event: portfolio\ndata: {"changed":true}\n\n');
  });
  const priorities: unknown[] = [];
  const asked: typeof fetch = (input, init) => {
    priorities.push(init?.priority);
    return fetch(input, init);
  };
  connect({ baseUrl: server.url, token: () => "spy_test", fetch: asked });
  const controller = new AbortController();
  for await (const _ of events({ signal: controller.signal })) controller.abort();
  expect(priorities).toEqual(["low"]);
});

test("a refused session ends the stream with its problem", async () => {
  server = await serve((_, response) =>
    json(
      response,
      { error: true, message: "Please sign in again", code: "session_invalid", data: null, request_id: "r" },
      401,
    ),
  );
  const refused: string[] = [];
  connect({
    baseUrl: server.url,
    token: () => "spy_old",
    onUnauthorized: (problem, token) => refused.push(`${problem.code} ${token}`),
  });
  const stream = events({ signal: new AbortController().signal });
  await expect(stream.next()).rejects.toMatchObject({ code: "session_invalid" });
  expect(refused).toEqual(["session_invalid spy_old"]);
});
