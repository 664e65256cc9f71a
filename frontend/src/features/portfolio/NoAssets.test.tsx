import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { AssetView } from "./assetView";
import { NoAssets } from "./NoAssets";
import { coverage, portfolio, row, tableView } from "./portfolio.test-data";
import { RingCentre } from "./RingCentre";
import type { Portfolio } from "./types";

afterEach(cleanup);

const wallets = [{ id: "w", address: "0x8a12", label: "0x8a12" }] as Portfolio["wallets"];
const show = (shown: Portfolio, over: Partial<AssetView> = {}) => {
  const onView = vi.fn();
  const onAddToken = vi.fn();
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <RingCentre portfolio={shown} />
      <NoAssets
        portfolio={shown}
        view={{ ...tableView, ...over }}
        onView={onView}
        onAdd={() => undefined}
        onAddToken={onAddToken}
      />
    </QueryClientProvider>,
  );
  return { container, onView, onAddToken };
};

test("while nothing was read the ring says so and rows are only their shape", () => {
  const { container } = show(
    portfolio([], { wallets, total: null, refreshing: true, coverage: coverage({ reading: 2 }) }),
  );
  expect(screen.getByText("Loading")).toBeTruthy();
  expect(screen.getByText("2 still loading")).toBeTruthy();
  expect(screen.getByText(/^Loading\./)).toBeTruthy();
  expect(container.textContent).not.toMatch(/\$|0 assets|No matching assets/);
  expect(screen.queryByRole("button", { name: "Clear all" })).toBeNull();
});

test("a list read through that holds nothing is a zero, and filters are not blamed", () => {
  const { container } = show(portfolio([], { wallets, total: "0" }));
  expect(screen.getByText("$0.00")).toBeTruthy();
  expect(screen.getByText("No assets here")).toBeTruthy();
  expect(container.textContent).not.toContain("No matching assets");
});

test("where there is no wallet yet the ring's middle says Total Assets and 0.00", () => {
  const { container } = render(<RingCentre portfolio={portfolio([], { wallets: [], total: "0" })} />);
  expect(container.textContent).toBe("Total Assets$0.000 assets");
});

test("filters that leave nothing are named and can be cleared", () => {
  const { onView } = show(portfolio([row("a", "0.5", { dust: true })], { wallets, total: "0.5" }));
  expect(screen.getByText("No matching assets")).toBeTruthy();
  screen.getByRole("button", { name: "Show all" }).click();
  expect(onView).toHaveBeenCalledWith({ showDust: true });
});

test("clearing a search without a match does not show dust, which is an action of its own", () => {
  const { onView } = show(portfolio([row("a", "5")], { wallets, total: "5" }), { search: "zzz" });
  screen.getByRole("button", { name: "Clear all" }).click();
  expect(onView).toHaveBeenLastCalledWith({ search: "", networks: [] });
  screen.getByRole("button", { name: "Include dust" }).click();
  expect(onView).toHaveBeenLastCalledWith({ showDust: true });
});
