import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { json, serve, type TestServer } from "./server.js";

const folder = new URL("./.readme/", import.meta.url);
let server: TestServer;

beforeAll(async () => {
  server = await serve((seen, response) => {
    if (seen.path.endsWith("/create-user")) json(response, { error: false, message: "", data: { token: "spy_new" } });
    else if (seen.path.endsWith("/status"))
      json(response, { error: false, message: "", data: { running: 0, waiting: 0, failed: 1, sources: [] } });
    else if (seen.path.endsWith("/past-prices"))
      json(response, { error: false, message: "", data: { total: 0, done: 0, waiting: 0, failed: 0, failures: [] } });
    else
      json(response, {
        error: false,
        message: "",
        data: { total: "1284096.42", currency_code: "USD", coverage: { priced: 89, unpriced: [{}, {}] } },
      });
  });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

test("the example of the README runs as it stands", async () => {
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
  const example = readme.match(/```ts\n([\s\S]*?)```/)?.[1];
  if (!example) throw new Error("README.md has no example");
  await mkdir(folder, { recursive: true });
  const file = new URL("example.ts", folder);
  await writeFile(
    file,
    example.replace('"@spyhop/sdk"', '"../../src/index.js"').replace("http://127.0.0.1:4747", server.url),
  );
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  await import(/* @vite-ignore */ file.pathname);
  expect(log).toHaveBeenCalledExactlyOnceWith("1284096.42 USD: 89 of 91 holdings priced, 1 sources failed");
  const tokens = server.seen.map((one) => one.headers.authorization);
  expect(tokens).toEqual([undefined, ...Array(3).fill("Bearer spy_new")]);
});
