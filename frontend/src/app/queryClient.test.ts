import { QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { progressKey } from "../features/sync/key";
import { createQueryClient } from "./queryClient";

/** A call that failed, as the SDK tells it. */
const failed = (status: number) => Object.assign(new Error("no"), { status });

/** How often progress is asked for after a step failed so. */
async function askedAfter(status: number): Promise<number> {
  const refused = vi.fn();
  const client = createQueryClient(refused);
  const ask = vi.fn(() => Promise.resolve("here"));
  const stop = new QueryObserver(client, { queryKey: progressKey, queryFn: ask }).subscribe(() => undefined);
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
  const step = client.getMutationCache().build(client, { mutationFn: () => Promise.reject(failed(status)) });
  await step.execute(undefined).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve));
  expect(refused).toHaveBeenCalledOnce();
  stop();
  client.clear();
  return ask.mock.calls.length;
}

test("a step that does not reach the server lets progress find out at once", async () => {
  expect(await askedAfter(0)).toBe(2);
});

test("a step that the server refuses does not", async () => {
  expect(await askedAfter(409)).toBe(1);
});
