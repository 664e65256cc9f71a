import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { dayChangeOptions, FIRST_ROWS, portfolioOptions } from "../features/portfolio/queries";
import type { DayChange, Portfolio } from "../features/portfolio/types";
import { NetWorth } from "./NetWorth";

afterEach(cleanup);

const coverage = {
  priced: 2,
  unpriced: [],
  failed: [],
  stale: [],
  unread: [],
  not_looked_for: [],
  reading: 0,
  complete: true,
};
const portfolio = (over: object) =>
  ({
    total: "1284096.42",
    currency_code: "USD",
    valuation_id: "v",
    chosen: [],
    refreshing: false,
    coverage,
    wallets: [{}],
    user_wallet: { assets: [{}], count: 1 },
    ...over,
  }) as unknown as Portfolio;
const day = {
  valuation_id: "v",
  change: "12418.2",
  change_percent: "0.98",
  currency_code: "USD",
  basis: "price_move",
  not_compared: 0,
  compared: null,
  total: null,
  pending: false,
};

function show(over: object, change: object | null = day) {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  const shown = portfolio(over);
  client.setQueryData(portfolioOptions("USD", undefined, [], FIRST_ROWS).queryKey, shown);
  if (change) client.setQueryData(dayChangeOptions(undefined, shown).queryKey, change as DayChange);
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <NetWorth />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return screen.getByRole("link");
}

test("it shows the net worth and its change since a day ago, and links to Home", () => {
  const link = show({});
  expect(link.textContent).toBe("Net worth $1,284,096.42+$12,418.20 +0.98% 24h");
  expect(link.getAttribute("href")).toBe("/home");
});

test("a partial total and a change of a part say so", () => {
  const unpriced = [{ reason: "not_listed" }];
  const part = { ...day, not_compared: 1, compared: "2628646.98", total: "6476088" };
  const link = show({ coverage: { ...coverage, unpriced, complete: false } }, part);
  expect(link.textContent).toContain("2 of 3 holdings priced");
  expect(link.textContent).toMatch(/24h, partial$/);
});

test("an unknown figure is never a zero", () => {
  const failed = [{}];
  expect(show({ total: null, coverage: { ...coverage, failed } }, null).textContent).toBe("Net worth not known");
  cleanup();
  expect(show({}, { ...day, change: null, change_percent: null, reason: null }).textContent).toContain(
    "24h change not known",
  );
});
