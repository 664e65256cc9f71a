import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { AssetEntries } from "./AssetEntries";
import { historyPage, leg, row, sums } from "./history.test-data";
import { renderAt, stubServer } from "./server.test-setup";
import type { HistoryPage, HistorySums } from "./types";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(page: HistoryPage, added: HistorySums = sums(), assets: readonly string[] = []) {
  const search = vi.fn((_: object): unknown => ({ view: "own", ...page }));
  stubServer({ "search-transaction": search, "get-transaction-sums": vi.fn(() => added) });
  const paths = { history: "/history", entry: (id: string) => `/history?entry=${id}` };
  renderAt("/home", <AssetEntries group="eth&x" assets={assets} visitor={null} wallets={["0x1"]} paths={paths} />);
  return search;
}

test("the newest entries of the asset have its amount, and all of them are a press away", async () => {
  const swap = row("a");
  const [out, received] = swap.legs;
  const search = show(historyPage([swap], { total_count: 41 }), sums(), [received?.asset ?? ""]);
  expect((await screen.findByRole("link", { name: "See all" })).getAttribute("href")).toBe("/history?asset=eth%26x");
  screen.getByText("41 entries");
  const item = screen.getByRole("listitem");
  expect(item.querySelector("a")?.getAttribute("href")).toBe("/history?entry=a");
  expect(item.textContent).toContain(`+1.2024 ${received?.symbol}`);
  expect(item.textContent).not.toContain(out?.symbol);
  await screen.findByText("+$1,918.62");
  expect(search.mock.calls[0]?.[0]).toMatchObject({
    limit: 3,
    conditions: expect.arrayContaining([
      { key: "asset", value: "eth&x" },
      { key: "wallet", value: "0x1" },
    ]),
  });
});

test("an asset that only paid the fee has its fee", async () => {
  const paid = row("a", { legs: [leg("out", "USDC", "5"), leg("fee", "ETH", "0.0012")] });
  show(historyPage([paid], { total_count: 1 }), sums(), [paid.legs[1]?.asset ?? ""]);
  await screen.findByText("1 entry");
  expect(screen.getByRole("listitem").textContent).toMatch(/Fee 0\.0012 ETH$/);
});

test("a gain that no disposal has is not shown as zero, and without entries there is no section", async () => {
  show(historyPage([row("a")], { total_count: 1 }), sums({ realized: { value: "0", left_out: 0 } }));
  await screen.findByText("1 entry");
  expect(screen.queryByText(/Realized gain/)).toBeNull();
  cleanup();
  const search = show(historyPage([]));
  await waitFor(() => expect(search).toHaveBeenCalled());
  expect(screen.queryByRole("heading")).toBeNull();
});

test("entries that cannot be read are no empty history", async () => {
  const fail = () => {
    throw new Error("The disk is full.");
  };
  stubServer({ "search-transaction": vi.fn(fail), "get-transaction-sums": vi.fn(() => sums()) });
  const paths = { history: "/history", entry: (id: string) => id };
  renderAt("/home", <AssetEntries group="eth" assets={[]} visitor={null} wallets={[]} paths={paths} />);
  await screen.findByRole("button", { name: "Try again" });
  expect(screen.getByRole("heading", { name: "Transactions" })).toBeTruthy();
});
