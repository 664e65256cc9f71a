import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { History } from "./History";
import { historyPage, row, sums } from "./history.test-data";
import { renderAt, stubServer } from "./server.test-setup";
import type { HistoryRow, HistorySums, PageRequest } from "./types";

const option = (value: string, label = value) => ({ value, label, mark: null, count: 3 });
const filters = {
  year_filter: [option("2025")],
  method_filters: [],
  asset_filters: [],
  wallet_filters: [],
  chain_filters: [],
  kind_filters: [option("swap", "Swap"), option("mint", "Mint"), option("wrap", "Wrap"), option("receive", "Received")],
};

/** The entries on the server. */
let rows: HistoryRow[] = [];
const search = vi.fn(({ start, limit }: PageRequest) => historyPage(rows.slice(0, limit), { start, limit }));

/** What the sums have besides. */
let sumsOver: Partial<HistorySums> = {};
const counts = [option("swap"), option("wrap"), { ...option("receive"), count: 2 }];

beforeEach(() => {
  rows = [row("e0"), row("e1")];
  sumsOver = {};
  search.mockClear();
  stubServer({
    "search-transaction": search,
    "get-transaction-filter": vi.fn(() => filters),
    "get-transaction-sums": vi.fn(() => sums({ kind_filters: counts, ...sumsOver })),
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Renders the page at a URL and waits for its first answer. */
async function show(url = "/x") {
  const shown = renderAt(url, <History actions={null} onAdd={vi.fn()} />);
  await waitFor(() => expect(document.querySelector("[aria-busy=true]")).toBeNull());
  return shown;
}

/** The last request for rows; the one for the newest revision has a limit of one. */
const lastRequest = () => search.mock.calls.map(([body]) => body).findLast(({ limit }) => limit > 1);
const links = () => screen.getAllByRole("link", { name: /^lighthouse\.eth/ });
const pill = (name: string | RegExp) =>
  within(screen.getByRole("group", { name: "Kinds" })).getByRole("button", { name });

test("several kinds are chosen, each with its finer kinds, and all removes them", async () => {
  const { params, router } = await show("/x?p=1");
  fireEvent.click(pill(/^Swap/));
  fireEvent.click(pill(/^Mint/));
  await waitFor(() => expect(router.state.location.search).toBe("?kind=swap&kind=mint"));
  await waitFor(() =>
    expect(lastRequest()?.conditions.flatMap(({ key, value }) => (key === "kind" ? [value] : []))).toEqual([
      ...["swap", "wrap", "unwrap", "mint"],
    ]),
  );
  fireEvent.click(pill(/^All/));
  await waitFor(() => expect(params()).toEqual({}));
});

test("kinds have the counts that the other filters find, and those without entries a zero", async () => {
  await show("/x?year=2025&kind=swap");
  await waitFor(() => expect(pill(/^Swap/).textContent).toBe("Swap 6"));
  expect(["All", "Received", "Mint"].map((name) => pill(new RegExp(`^${name}`)).textContent)).toEqual([
    ...["All 8", "Received 2", "Mint 0"],
  ]);
});

test("what all entries add up to is beside them, with what it leaves out", async () => {
  await show();
  const line = await screen.findByRole("region", { name: "Sums of all entries" });
  expect([...line.querySelectorAll("dl > div")].map(({ textContent }) => textContent)).toEqual([
    ...["Entries61", "In+$57,810.17", "Out−$52,310.17", "Fees$41.82", "Realized gain+$1,918.62"],
  ]);
  expect([...line.querySelectorAll("li")].map(({ textContent }) => textContent)).toEqual([
    "9 own transfers and 2 own bridges count neither in nor out",
  ]);
  cleanup();
  sumsOver = { outflows: { value: "0", left_out: 3 }, realized: { value: "-5", left_out: 1 } };
  await show();
  const other = await screen.findByRole("region", { name: "Sums of all entries" });
  expect(other.textContent).toContain("OutNo price");
  expect(other.textContent).toContain("Realized gain−$5.00");
  expect(other.textContent).toContain("3 amounts not priced");
  expect(other.textContent).toContain("1 disposal without a known cost or price");
});

test("a next page asks for what follows the last entry that was shown", async () => {
  rows = Array.from({ length: 12 }, (_, i) => row(`e${i}`));
  const { router } = await show();
  await router.navigate("/x?p=1");
  await waitFor(() => expect(lastRequest()).toMatchObject({ start: 10, after: "e9" }));
});

test("days are groups in order of time, and otherwise each entry has its date", async () => {
  await show();
  expect(screen.getByRole("rowheader", { name: /^11\/20\/26 .*Friday ?2 entries$/ })).toBeTruthy();
  expect(screen.getByRole("columnheader", { name: "Time" })).toBeTruthy();
  cleanup();
  await show("/x?sort=usd_value");
  expect(screen.queryByRole("rowheader", { name: /entries$/ })).toBeNull();
  expect(screen.getByRole("columnheader", { name: "Date" })).toBeTruthy();
  expect(links()[0]?.closest("tr")?.firstElementChild?.textContent).toMatch(/^11\/20\/26\d\d:\d\d$/);
});

test("an entry has its kind in a word, and each value then over the one now", async () => {
  await show();
  const cells = [...(links()[0]?.closest("tr")?.children ?? [])].map(({ textContent }) => textContent);
  expect(cells.slice(1)).toEqual([
    "SwapEthereum",
    expect.stringMatching(/^lighthouse\.eth to Uniswap v3, Swap, /),
    expect.stringMatching(/\u22124,100\.00 USDC.?\+1\.2024 ETH$/),
    "$4,100.00$4,102.69 now",
    "$3.12$3.14 now",
    "",
  ]);
});

test("a failed transaction says so once, and an own transfer by its kind", async () => {
  rows = [
    row("e0", { kind: "failed", kind_name: "Failed", failed: true, legs: [] }),
    row("e1", { kind: "send", kind_name: "Sent", own_transfer: true }),
  ];
  await show();
  const [failed, transfer] = links().map((link) => link.closest("tr")?.textContent ?? "");
  expect(failed?.match(/failed/gi)).toHaveLength(1);
  expect(failed).toContain("Nothing moved");
  expect(failed?.match(/fee only/gi)).toHaveLength(2);
  expect(transfer).toContain("Own transferEthereum");
});
