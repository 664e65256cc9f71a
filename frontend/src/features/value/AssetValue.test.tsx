import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { hideAmounts } from "../../format/amounts";
import { query, showAssetValue } from "./assetValue.test-setup";
import { BASE, coverage, valueGraph, valueRow } from "./value.test-data";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const assets = [
  valueRow("ETH", ["60", "70", "80"]),
  valueRow("USDC", ["20", "20", "20"], { chain: BASE }),
  valueRow("TINY", ["0.2", "0.2", "0.5"]),
];
const graph = valueGraph(assets, ["80.2", "90.2", "100.5"], { cost: ["90", "90", "90"] });
const slider = (name = "Period") => screen.findByRole("slider", { name });
const press = async (key: string, name = "Period") => fireEvent.keyDown(await slider(name), { key });
const panel = (day: string) => screen.findByRole("complementary", { name: `Details of ${day}` });

test("the chart is loaded with its texts, and says in a sentence what it shows", async () => {
  showAssetValue(() => graph);
  screen.getByText("Indexing blockchains is cumbersome");
  await slider();
  await screen.findByText(
    /^Asset value from 12 Aug 2025 to 10 Sept 2025: no history at the start, \$100\.50 at the end\.$/,
  );
  screen.getByText("This chart reflects the closing value for each token on a given day, month, or year.");
  screen.getByText("History known since 1 Sept 2025");
  expect(screen.getByRole("button", { name: /^Event 1: Event of halving, 9 Sept 2025$/ })).toBeTruthy();
});

test("keys move through the periods; Enter opens one and closes it", async () => {
  const sent = showAssetValue(() => graph);
  await press("ArrowLeft");
  expect((await slider()).getAttribute("aria-valuetext")).toBe("9 Sept 2025, $90.20");
  await press("Enter");
  const details = await panel("9 Sept 2025");
  within(details).getByText("+$0.20 over cost");
  expect(
    within(details)
      .getAllByRole("term")
      .map((term) => term.textContent),
  ).toEqual(["TINY coin", "USDC coin", "ETH coin", "Cost basis"]);
  const amount = await within(details).findByText("BTC");
  expect(amount.closest("li")?.textContent).toContain("0.6 BTCKraken to 0x91ab…7d04$54,612.00Own transfer");
  expect(within(details).getByRole("link", { name: "Open this day in history" }).getAttribute("href")).toContain(
    "/history?from=2025-09-09T00%3A00%3A00Z&to=",
  );
  const search = sent.find(({ call }) => call === "search-transaction")?.body;
  expect(search).toMatchObject({ limit: 10, sorts: [{ key: "usd_value", value: false }] });
  await press("Enter");
  await waitFor(() => expect(screen.queryByRole("complementary")).toBeNull());
});

test("a press opens a day below its cost, and Escape closes it", async () => {
  showAssetValue(() => graph, { path: "/intelligence/asset-value?open=2025-09-08" });
  const details = await panel("8 Sept 2025");
  within(details).getByText("−$9.80 under cost");
  fireEvent.keyDown(window, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("complementary")).toBeNull());
  fireEvent.click(await slider(), { clientX: 5_000 });
  await panel("10 Sept 2025");
});

test("a period before the history cannot be opened", async () => {
  showAssetValue(() => graph);
  await press("Home");
  expect((await slider()).getAttribute("aria-valuetext")).toBe("12 Aug 2025, no history");
  await press("Enter");
  expect(query).toBe("");
});

test("another grouping is loaded and closes the open period", async () => {
  const sent = showAssetValue((group) => ({ ...graph, group_criteria: group === "month" ? "month" : "day" }), {
    path: "/intelligence/asset-value?open=2025-09-08",
  });
  await panel("8 Sept 2025");
  const graphs = () =>
    sent.filter(({ call }) => call === "get-asset-value-graph").map(({ body }) => body.group_criteria);
  fireEvent.click(screen.getByRole("radio", { name: "Month" }));
  await waitFor(() => expect([query, graphs()]).toEqual(["?group=month", ["day", "month"]]));
  expect(screen.queryByRole("complementary")).toBeNull();
});

test("a badge chooses a span, and the keyboard moves its ends", async () => {
  showAssetValue(() => graph);
  await slider();
  fireEvent.click(screen.getByRole("button", { name: "1 Week" }));
  await waitFor(() => expect(query).toBe("?span=1w"));
  screen.getByText("3 Sept 2025 – 10 Sept 2025");
  await press("ArrowRight", "Span begins");
  await waitFor(() => expect(query).toBe("?from=2025-09-04&to=2025-09-10"));
  expect(screen.getByRole("button", { name: "1 Week" }).getAttribute("aria-pressed")).toBe("false");
});

test("of one chain the cost is hidden, with a note", async () => {
  showAssetValue(() => graph, { path: `/intelligence/asset-value?chain=${BASE._id}` });
  await slider();
  expect(screen.queryByText("Cost basis")).toBeNull();
  screen.getByText("The cost line is hidden, because cost is known for all chains together.");
});

test("dust is hidden after a moment, and stated apart", async () => {
  showAssetValue(() => graph, { path: "/intelligence/asset-value?open=2025-09-10" });
  const details = await panel("10 Sept 2025");
  fireEvent.click(screen.getByRole("switch", { name: "Hide dust" }));
  await within(details).findByText("Hidden dust, 1 asset");
  expect(within(details).queryByText("TINY coin")).toBeNull();
  expect(screen.getByRole("button", { name: "Tokens: 2 tokens" })).toBeTruthy();
});

test("a period without a known value is a gap, never zero", async () => {
  const gap = valueGraph([valueRow("ETH", ["60", null, "80"])], ["60", null, "80"], { unpriced: [0, 1, 0] });
  showAssetValue(() => gap, { path: "/intelligence/asset-value?open=2025-09-09" });
  const details = await panel("9 Sept 2025");
  within(details).getByText("Value not known");
  within(details).getByText("1 asset held then has no price.");
  within(details).getByText("No price");
  expect(details.textContent).not.toContain("$0.00");
});

test("hidden amounts are hidden in the chart, its sentence and the panel", async () => {
  hideAmounts(true);
  showAssetValue(() => graph, { path: "/intelligence/asset-value?open=2025-09-09" });
  const details = await panel("9 Sept 2025");
  await within(details).findByText("BTC");
  expect((await slider()).getAttribute("aria-valuetext")).toBe("9 Sept 2025, ••••");
  expect(document.body.innerHTML).not.toContain("$");
  act(() => hideAmounts(false));
  expect(document.body.textContent).toContain("$90.20");
});

test("the table has the same figures, the newest first", async () => {
  showAssetValue(() => graph, { path: "/intelligence/asset-value?as=table&span=1w" });
  const table = await screen.findByRole("table");
  const rows = within(table)
    .getAllByRole("row")
    .map((row) => row.textContent);
  expect(rows[0]).toBe("PeriodTotal ETH USDC TINYCost basis");
  expect(rows[1]).toBe("10 Sept 2025$100.50$80.00$20.00$0.50$90.00");
  expect(rows.at(-1)).toBe("3 Sept 2025–––––");
  fireEvent.click(screen.getByRole("button", { name: "Show as chart" }));
  await slider();
});

test("while data is still loading it says so, and the request is repeated", async () => {
  vi.useFakeTimers();
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const sent = showAssetValue(() => valueGraph([], [], { data_loaded: false }));
  await pass(100);
  screen.getByText("Don't worry we're still loading all your data");
  screen.getByText("Indexing blockchains is cumbersome");
  await pass(2_500);
  screen.getByText("Indexing blockchains is time consuming");
  expect(sent).toHaveLength(1);
  await pass(12_500);
  expect(sent).toHaveLength(2);
});

test("a partial history says what is still read and what is not known", async () => {
  const gaps = [{ kind: "internal_transfers", text: "Internal transfers are not listed.", accounts: 1 }];
  showAssetValue(() => ({
    ...graph,
    never_priced: 1,
    coverage: { ...coverage, complete: false, known_since: "2025-09-09T00:00:00Z", accounts_done: 1, gaps },
  }));
  await slider();
  expect(screen.getByText("History known since 9 Sept 2025").parentElement?.textContent).toBe(
    "History known since 9 Sept 2025 · 1 account still reading. Earlier days may rise.Internal transfers are not listed.",
  );
  screen.getByText("1 asset that never had a price is left out.");
});

test("without wallets the page says what to do; a visitor is not asked to do it", async () => {
  const empty = valueGraph([], [], { coverage: { ...coverage, accounts: 0, accounts_done: 0, known_since: null } });
  const onAdd = vi.fn();
  showAssetValue(() => empty, { onAdd });
  fireEvent.click(await screen.findByRole("button", { name: "Add wallet" }));
  expect(onAdd).toHaveBeenCalledOnce();
  cleanup();
  const sent = showAssetValue(() => empty, { visitor: "spy_share_x" });
  await screen.findByText(/Your accounts have none that a source lists/);
  expect(screen.queryByRole("button", { name: "Add wallet" })).toBeNull();
  expect(sent[0]?.headers.get("authorization")).toBe("Bearer spy_share_x");
});

test("a failure says what failed, and can be tried again", async () => {
  let failure = "The storage is busy.";
  showAssetValue(() => failure || graph);
  await screen.findByText("Couldn't load your asset value");
  screen.getByText("The storage is busy.");
  failure = "";
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await slider();
});

test("the figures of a period stay if its transactions cannot be loaded", async () => {
  showAssetValue(() => graph, {
    path: "/intelligence/asset-value?open=2025-09-10",
    lostTransactions: "The storage is busy.",
  });
  const details = await panel("10 Sept 2025");
  await within(details).findByText(/Couldn't load the transactions\. The storage is busy\./);
  within(details).getByText("+$10.50 over cost");
});
