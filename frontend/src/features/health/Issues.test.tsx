import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Toasts } from "../../ui/Toast";
import { Issues } from "./Issues";
import type { DataHealth, HealthIssue } from "./types";

afterEach(cleanup);

const issue: HealthIssue = {
  kind: "gap",
  severity: "warn",
  title: "Foghorn Pass (FOGHORN)",
  reason_code: "decimals_assumed",
  cause: "Only a list of 2026-11-20 states its decimals.",
  affects: "Not in any total.",
  remedy: "accept_decimals",
  fix: "Accept the decimals.",
  asset: "eip155:1/erc20:0xfog",
  chain: "eip155:1",
  wallet_address: null,
  last_good: null,
  retry_at: null,
  count: 1,
};
const health: DataHealth = {
  world: { kind: "demo", chosen: "configured", reason: null, live_answers_again: false },
  sources: [],
  issues: [issue],
  issue_counts: { bad: 0, warn: 1 },
  as_of: "2026-11-20T14:00:00Z",
  held_prices: [],
  jobs: { waiting: 0, running: 0, failed: 0, dead: 0 },
  storage: { kind: "sqlite", ok: true },
};

test("decimals of a list are accepted in place, and dates read as elsewhere", () => {
  const decimalsAction = vi.fn((asset: string) => <button type="button">Accept for {asset}</button>);
  const actions = { onSetPrice: vi.fn(), onFixWallet: vi.fn(), onAddToken: vi.fn(), decimalsAction };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Toasts>
        <Issues health={health} {...actions} />
      </Toasts>
    </QueryClientProvider>,
  );
  expect(screen.getByRole("button", { name: "Accept for eip155:1/erc20:0xfog" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Hide Foghorn Pass (FOGHORN)" })).toBeTruthy();
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.getByText(/Only a list of 20 Nov 2026 states/)).toBeTruthy();
});
