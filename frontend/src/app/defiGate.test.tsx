import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { userKey } from "../queries/keys";
import { useDefiGate } from "./defiGate";
import { LimitContext } from "./limits";
import { LOCKED } from "./Sidebar";

const show = vi.fn<(limit: { trigger: string }, onClose?: () => void) => void>();
let path = "";

function Page() {
  useDefiGate();
  path = useLocation().pathname;
  return null;
}

function open(isEnabled: boolean, state: object | null = null) {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  client.setQueryData(userKey, { user: { user_wallets: [] }, current_plan: { defi_enabled: isEnabled } });
  render(
    <QueryClientProvider client={client}>
      <LimitContext value={show}>
        <MemoryRouter initialEntries={[{ pathname: "/decentralized-finance", state }]}>
          <Page />
        </MemoryRouter>
      </LimitContext>
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  show.mockReset();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test("a plan without the page shows it for ten seconds, and closing the dialog leads to Home", () => {
  open(false);
  vi.advanceTimersByTime(9_999);
  expect(show).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(show).toHaveBeenCalledTimes(1);
  const [limit, onClose] = show.mock.calls[0] ?? [];
  expect(limit?.trigger).toBe("6");
  act(() => onClose?.());
  expect(path).toBe("/home");
});

test("from the locked entry the dialog is there at once", () => {
  open(false, LOCKED);
  vi.advanceTimersByTime(0);
  expect(show).toHaveBeenCalledTimes(1);
});

test("a plan with the page is never interrupted, and neither is a page that was left", () => {
  open(true);
  vi.advanceTimersByTime(60_000);
  cleanup();
  open(false);
  cleanup();
  vi.advanceTimersByTime(60_000);
  expect(show).not.toHaveBeenCalled();
});
