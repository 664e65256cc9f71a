import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { History } from "./History";
import { historyPage, own, row, waiting } from "./history.test-data";
import { renderAt, stubServer } from "./server.test-setup";
import type { HistoryPage, PageRequest } from "./types";

let over: Partial<HistoryPage> = {};
const page = ({ limit }: PageRequest) => historyPage([row("a")].slice(0, limit), { total_count: 1, ...over });
const search = vi.fn(page);

beforeEach(() => {
  over = {};
  search.mockReset().mockImplementation(page);
  stubServer({
    "search-transaction": search,
    "get-transaction-filter": vi.fn(() => ({
      year_filter: [],
      method_filters: [],
      asset_filters: [],
      wallet_filters: [],
      chain_filters: [],
      kind_filters: [],
    })),
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function show() {
  renderAt("/intelligence/transaction-history", <History actions={null} onAdd={vi.fn()} />);
  await screen.findByRole("link", { name: /^lighthouse\.eth/ });
}

const list = () => screen.findByRole("region", { name: /^Waiting for a block/ });

test("what waits is listed apart from the entries, with its direction, since when and the explorer", async () => {
  const now = Date.now();
  const minutes = (count: number) => new Date(now - count * 60_000).toISOString();
  over = {
    waiting: [
      waiting({ seen_at: minutes(5), as_of: minutes(2) }),
      waiting({
        wallet: own("Spending"),
        transaction: "aa",
        change: "-0.5",
        seen_at: minutes(200),
        as_of: minutes(180),
        explorer_url: "javascript:alert(1)",
      }),
      waiting({ wallet: own("Old"), transaction: "bb", change: null, explorer_url: null }),
    ],
    waiting_unlisted: 59,
  };
  await show();
  const rows = within(await list()).getAllByRole("listitem");
  expect(rows.map((one) => one.textContent)).toEqual([
    expect.stringMatching(/^SavingsBitcoin · seen 5 min ago\+0\.0008 BTC/),
    expect.stringMatching(/^SpendingBitcoin · seen 3 h ago, last read 3 h ago−0\.5 BTC$/),
    expect.stringMatching(/Amount unknown$/),
  ]);
  expect(screen.getByRole("link", { name: "BTC transaction on Mempool, opens in a new tab" })).toBeTruthy();
  expect(screen.getByText("59 more transactions are not listed by the source.")).toBeTruthy();
  expect(screen.getByText("1–1 of 1 entry")).toBeTruthy();
});

test("of many the first are shown, and the rest after a press", async () => {
  over = { waiting: Array.from({ length: 9 }, (_, n) => waiting({ transaction: `aa${n}` })) };
  await show();
  const region = within(await list());
  expect(region.getAllByRole("listitem")).toHaveLength(4);
  fireEvent.click(region.getByRole("button", { name: "Show 5 more" }));
  expect(region.getAllByRole("listitem")).toHaveLength(9);
});

test("nothing is said where nothing waits, and a number without a list is said", async () => {
  await show();
  expect(screen.queryByText(/^Waiting for a block/)).toBeNull();
  cleanup();
  over = { waiting_unlisted: 1 };
  await show();
  expect((await list()).textContent).toBe(
    "Waiting for a block Not in any total yet1 transaction is not listed by the source.",
  );
});

test("what begins or ends to wait is shown after a press, so that no row moves", async () => {
  const seen = waiting();
  search.mockImplementation((body) => {
    const isLatest = body.limit === 1;
    return historyPage(isLatest ? [] : [row("a")], { total_count: 1, waiting: isLatest ? [seen] : [], ...over });
  });
  await show();
  const pill = await screen.findByRole("button", { name: "Show changes" });
  expect(screen.queryByText(/^Waiting for a block/)).toBeNull();
  over = { waiting: [seen] };
  fireEvent.click(pill);
  await list();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Show changes" })).toBeNull());
});
