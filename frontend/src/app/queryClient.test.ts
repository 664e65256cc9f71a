import { QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { shareSessionOptions } from "../features/share/queries";
import { syncKey } from "../queries/keys";
import { createQueryClient } from "./queryClient";

/** An error as the SDK throws it. */
const failed = (status: number, code = "") => Object.assign(new Error("no"), { status, code });

/** Returns how often the sync status was fetched after a mutation failed with this status. */
async function fetchesAfter(status: number, code?: string): Promise<number> {
  const refused = vi.fn();
  const client = createQueryClient(refused);
  const ask = vi.fn(() => Promise.resolve("here"));
  const stop = new QueryObserver(client, { queryKey: syncKey, queryFn: ask }).subscribe(() => undefined);
  await expect.poll(() => ask.mock.calls.length).toBe(1);
  const mutation = client.getMutationCache().build(client, { mutationFn: () => Promise.reject(failed(status, code)) });
  await mutation.execute(undefined).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve));
  expect(refused).toHaveBeenCalledOnce();
  stop();
  client.clear();
  return ask.mock.calls.length;
}

test("a mutation that does not reach the server refetches the sync status at once", async () => {
  expect(await fetchesAfter(0)).toBe(2);
});

test("a mutation that the server refuses does not", async () => {
  expect(await fetchesAfter(409)).toBe(1);
});

test("a call that the page refused because of a secret does not count as an unreachable server and is not retried", async () => {
  expect(await fetchesAfter(0, "secret")).toBe(1);
  const client = createQueryClient(vi.fn());
  const refused = vi.fn(() => Promise.reject(failed(0, "secret")));
  await client.fetchQuery({ queryKey: shareSessionOptions("slug").queryKey, queryFn: refused }).catch(() => undefined);
  expect(refused).toHaveBeenCalledOnce();
});
