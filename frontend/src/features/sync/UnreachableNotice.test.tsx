import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { UnreachableNotice } from "./UnreachableNotice";

const sdk = vi.hoisted(() => ({
  getSyncStatus: vi.fn(),
  ProblemError: class extends Error {
    code = "unreachable";
  },
}));
vi.mock("@spyhop/sdk", () => sdk);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test("a server that never answered stays unreachable during retries, and everything is refetched once when it is back", async () => {
  sdk.getSyncStatus.mockRejectedValue(new sdk.ProblemError());
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const invalidate = vi.spyOn(client, "invalidateQueries");
  render(<UnreachableNotice />, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  await pass(0);
  expect(screen.getByRole("status")).toBeTruthy();
  sdk.getSyncStatus.mockImplementation(async () => {
    await new Promise((done) => setTimeout(done, 1_000));
    throw new sdk.ProblemError();
  });
  for (let second = 0; second < 20; second += 1) {
    await pass(1_000);
    expect(screen.getByRole("status")).toBeTruthy();
  }
  expect(sdk.getSyncStatus.mock.calls.length).toBeGreaterThan(3);
  expect(invalidate).not.toHaveBeenCalled();
  sdk.getSyncStatus.mockResolvedValue({ sources: [], running: 0, waiting: 0 });
  await pass(10_000);
  expect(screen.queryByRole("status")).toBeNull();
  expect(invalidate).toHaveBeenCalledTimes(1);
});
