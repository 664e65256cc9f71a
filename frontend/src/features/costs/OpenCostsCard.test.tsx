import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { OpenCostsCard } from "./OpenCostsCard";
import type { OpenCost, OpenCosts } from "./types";

const cost = (entry: string, over: Partial<OpenCost> = {}): OpenCost => ({
  entry,
  timestamp: "2026-11-20T13:41:00Z",
  chain_name: "Ethereum",
  asset: "eip155:1/slip44:60",
  symbol: "ETH",
  mark: null,
  amount: "2.5",
  assumed_cost: "5000",
  reason: null,
  ...over,
});
const reason = { code: "no_lot", text: "More left than arrived." } as const;

let answer: OpenCosts;
const costs = (over: Partial<OpenCosts>): OpenCosts => ({
  missing: [],
  missing_count: 0,
  awaited_count: 0,
  assumed: [],
  assumed_count: 0,
  assumed_cost: { value: "0", left_out: 0 },
  currency_code: "USD",
  ...over,
});

const show = () => {
  vi.stubGlobal("fetch", async () => Response.json({ error: false, message: "", data: answer }));
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <OpenCostsCard entryPath={(entry) => `/entry/${entry}`} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
};
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("each missing and assumed cost leads to the entry at which it is entered", async () => {
  answer = costs({
    missing: [cost("m", { assumed_cost: null, reason, symbol: "ARB" })],
    missing_count: 1,
    awaited_count: 1,
    assumed: ["a", "b", "c", "d", "e", "f"].map((entry) => cost(entry)),
    assumed_count: 8,
    assumed_cost: { value: "25000", left_out: 0 },
  });
  show();
  expect(await screen.findByText("1 missing cost")).toBeTruthy();
  expect(screen.getByText("More left than arrived.")).toBeTruthy();
  expect(screen.getByText("8 assumed costs, $25,000.00")).toBeTruthy();
  const link = screen.getByRole("link", { name: "Enter cost of ARB, 20 Nov 2026" });
  expect(link.getAttribute("href")).toBe("/entry/m");
  expect(screen.getAllByRole("link", { name: /^Enter cost of ETH/ })).toHaveLength(4);
  fireEvent.click(screen.getByRole("button", { name: "Show 2 more" }));
  expect(screen.getAllByRole("link", { name: /^Enter cost of ETH/ })).toHaveLength(6);
  expect(screen.getByText("2 others are not listed.")).toBeTruthy();
  expect(screen.getByText("1 amount waits for a price, and needs nothing.")).toBeTruthy();
});

test("without missing and assumed costs there is no card", async () => {
  answer = costs({});
  const { container } = show();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(container.textContent).toBe("");
});

test("costs that only wait for a price are not left out", async () => {
  answer = costs({ awaited_count: 3 });
  show();
  expect(await screen.findByText("3 amounts wait for a price, and need nothing.")).toBeTruthy();
  expect(screen.queryByRole("link")).toBeNull();
});
