import { afterEach, expect, test } from "vitest";
import description from "../openapi.json" with { type: "json" };
import { connect, createClient, getUser } from "../src/index.js";
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

test("a client has calls of the description and nothing that the generator keeps for itself", () => {
  const names = Object.keys(createClient({ baseUrl: "" }));
  const described: unknown[] = Object.values(description.paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId }) => operationId);
  expect(names).toEqual(expect.arrayContaining(["createUser", "getAuthorizeUrl"]));
  expect(names.filter((name) => !described.includes(name))).toEqual(["events", "settled"]);
});
