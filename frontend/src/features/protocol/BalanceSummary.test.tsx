import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { ExplainContext } from "../../ui/explain";
import { BalanceSummary } from "./BalanceSummary";
import { protocols } from "./protocols.test-data";
import type { DefiSheet } from "./types";

const explain = vi.fn();
const whole = {
  complete: true,
  priced: 4,
  unpriced: [],
  failed: [],
  stale: [],
  unread: [],
  not_looked_for: [],
  reading: 0,
};

function show(sheet: Partial<DefiSheet>, visitor: string | null = null) {
  const data = {
    balance_sheet: {},
    sheet: protocols({ sheet }).sheet,
    valuation_id: "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11",
    currency_code: "USD",
    figures: { "/sheet/debt": "debt" },
  };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ error: false, message: "", data })));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <ExplainContext value={explain}>
        <MemoryRouter>
          <BalanceSummary
            visitor={visitor}
            wallets={[]}
            portfolio={{ total: "7110", figures: {}, coverage: whole }}
            path="/decentralized-finance"
          />
        </MemoryRouter>
      </ExplainContext>
    </QueryClientProvider>,
  );
}

/** The amounts of the rows, in their order. */
const amounts = async () => {
  await screen.findByText("DeFi debt");
  return screen.getAllByRole("definition").map((one) => one.textContent);
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  explain.mockReset();
});

test("wallets, exchanges, credit and debt lead to their pages, and each figure explains itself", async () => {
  show({});
  expect(await amounts()).toEqual(["$1,000.00", "none", "$8,110.00", "−$2,000.00", "$7,110.00"]);
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/wallets",
    "/exchanges",
    "/decentralized-finance",
    "/decentralized-finance",
  ]);
  fireEvent.click(screen.getByRole("button", { name: /^DeFi debt/ }));
  expect(explain).toHaveBeenCalledWith("debt");
});

test("debts without a value are not known, and none where a protocol was not read are none that were found", async () => {
  const types = [{ id: 30, name: "Borrowed", total: null, share: null, unpriced: 1 }];
  show({ credit: null, debt: null, net: null, types, unvalued: 1, valued: 0 });
  expect((await amounts()).slice(2, 4)).toEqual(["none", "not known"]);
  cleanup();
  const unread = [{ name: "Moonwell", chain: "eip155:8453", chain_name: "Base", text: null }];
  show({ credit: null, debt: null, net: null, types: [], valued: 0, unread });
  expect((await amounts()).slice(2, 4)).toEqual(["none found", "none found"]);
});

test("a visitor has no pages of wallets and exchanges", async () => {
  show({}, "spy_share_1");
  await amounts();
  expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual(["DeFi credit", "DeFi debt"]);
});
