import { QueryClient, QueryClientProvider, type QueryKey } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { portfolioKey, userKey } from "../../queries/keys";
import { useLiveProgress } from "./queries";

const sdk = vi.hoisted(() => ({ events: vi.fn() }));
vi.mock("@spyhop/sdk", () => sdk);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const SECONDS = 30;

test("changes of the wallets in another tab are fetched, but throttled during frequent events", async () => {
  sdk.events.mockImplementation(async function* () {
    for (let i = 0; i < SECONDS; i += 1) {
      yield { event: "portfolio", data: { changed: true } };
      await new Promise((next) => setTimeout(next, 1_000));
    }
  });
  const client = new QueryClient();
  const invalidate = vi.spyOn(client, "invalidateQueries");
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  renderHook(() => useLiveProgress("token"), { wrapper });
  const times = (key: QueryKey) => invalidate.mock.calls.filter(([filter]) => filter?.queryKey === key).length;
  await act(() => vi.advanceTimersByTimeAsync(3_500));
  expect(times(userKey)).toBe(1);
  await act(() => vi.advanceTimersByTimeAsync(SECONDS * 1_000));
  expect(times(portfolioKey)).toBe(SECONDS);
  expect(times(userKey)).toBeLessThanOrEqual(SECONDS / 3);
});
