import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { CostsCard } from "./CostsCard";
import type { CostBasis, CostRow } from "./types";

const row = (symbol: string, value: string, gain: string | null): CostRow =>
  ({
    ...{ asset: symbol, symbol, name: symbol, mark: null, is_position: false, amount: "1", unknown_amount: "0" },
    ...{ chain: { _id: "eip155:1", name: "Ethereum", color: null, mark: null }, current_value: value },
    ...{ cost_basis: gain === null ? null : "100", gain_loss: gain, gain_loss_percentage: gain },
  }) as unknown as CostRow;

const ROWS = [5, 40, -3, 12, 7, 1, 2].map((gain) => row(`A${gain}`, "150", String(gain)));

const basis = (assets: CostRow[], accounts_done = 2): CostBasis =>
  ({
    ...{ assets, total_count: assets.length, currency_code: "USD", figures: {} },
    coverage: { accounts: 2, accounts_done },
  }) as unknown as CostBasis;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Shows the card, and returns the client that loads its data. */
function show(data: CostBasis, isPhone = false) {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ error: false, message: "", data })));
  vi.stubGlobal("matchMedia", () => ({ matches: isPhone, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <CostsCard visitor={null} path="/intelligence/costs" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return client;
}

const cells = async () => {
  const table = await screen.findByRole("table");
  return within(table)
    .getAllByRole("row")
    .map((one) => [...one.children].map((cell) => cell.textContent));
};

test("the six assets with the largest gains are shown, in four columns, without dust", async () => {
  show(basis([row("DUST", "0.5", "900"), ...ROWS]));
  const [head, ...rows] = await cells();
  expect(head).toEqual(["Asset", "Cost Basis", "Current Value", "% Gain / Loss"]);
  expect(rows.map(([name]) => name)).toEqual(["AA40", "AA12", "AA7", "AA5", "AA2", "AA1"]);
  expect(rows[0]?.slice(1)).toEqual(["$100.00", "$150.00", "+40.0%"]);
  expect(screen.getByRole("link", { name: "See all 8" }).getAttribute("href")).toBe("/intelligence/costs");
});

test("what is not known is N/A, and comes last", async () => {
  show(basis([row("TIDE", "150", null), row("ETH", "150", "-2")]));
  expect((await cells()).slice(1).map((one) => one.slice(1))).toEqual([
    ["$100.00", "$150.00", "−2.0%"],
    ["N/A", "$150.00", "N/A"],
  ]);
});

test.each([
  ["while the history is read", basis(ROWS, 1)],
  ["without assets", basis([])],
])("the card is left out %s", async (_, data) => {
  const client = show(data);
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(document.body.textContent).toBe("");
});

test("on a phone the card is closed at first", async () => {
  show(basis(ROWS), true);
  const fold = await screen.findByRole("button", { name: /^Average Cost Basis/ });
  expect([fold.textContent, screen.queryByRole("table")]).toEqual(["Average Cost Basis6 of 7", null]);
  fireEvent.click(fold);
  expect(await cells()).toHaveLength(7);
});
