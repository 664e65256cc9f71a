import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { hideAmounts } from "../../format/amounts";
import { query, showCounterparties } from "./counterparties.test-setup";
import { coverage, service, three, totals, volumesOf } from "./volumes.test-data";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const rows = async () => {
  const table = await screen.findByRole("table");
  return within(table)
    .getAllByRole("row")
    .map((row) => [...row.children].map((cell) => cell.textContent));
};
const line = (name: string) => screen.findByRole("button", { name });
const panel = (name: string) => screen.findByRole("complementary", { name: `Details of ${name}` });

test("the facts count everything, and volume without a label apart", async () => {
  showCounterparties(three);
  await screen.findByRole("table");
  const facts = within(screen.getByRole("region", { name: "Totals" }));
  expect(facts.getByText("Volume, 12 months").parentElement?.textContent).toBe("Volume, 12 months$1,000.00");
  facts.getByText("labeled services");
  facts.getByText("0.57% where known, 1 not known");
  facts.getByText("114 entries");
  expect(facts.getByText("Without a label").parentElement?.textContent).toBe(
    "Without a label$14,220.0022 addresses, counted apart",
  );
});

test("each service has a row, and a fee in the price is not zero", async () => {
  showCounterparties(three);
  expect(await rows()).toEqual([
    ["", "Counterparty", "12 months", "Volume", "Share", "Entries", "Fees", "Rate"],
    ["1", "UUniswap v3DEX", "", "$600.00", "60.0%", "96", "$3.00", "0.50%"],
    ["2", "CCoW SwapDEX", "", "$300.00", "30.0%", "14", "in the price", "not known"],
    ["3", "LLidoStaking", "", "$100.00", "10.0%", "4", "$1.00", "1.00%"],
    ["", "Total", "$1,000.00", "100.0%", "114", "$4.00", "0.40%"],
  ]);
});

test("a kind filters the rows and their sum", async () => {
  showCounterparties(three);
  fireEvent.click(await screen.findByRole("button", { name: "DEXs 2" }));
  expect((await rows()).at(-1)?.slice(1, 4)).toEqual(["DEXs", "$900.00", "90.0%"]);
  expect(query()).toBe("?kind=dex");
});

test("contracts have rows with the names of their services, never bare addresses", async () => {
  showCounterparties(three, { search: "?by=contract" });
  const names = (await rows()).slice(1, -1).map(([, name]) => name);
  expect(names[0]).toMatch(/^UUniswap v3, 0x68b3…Fc45 · Ethereum/);
  expect(names).toHaveLength(4);
});

test("the first ten have rows, and a press shows the others", async () => {
  const many = Array.from({ length: 12 }, (_, i) => service(`S${i}`, "dex", totals("10", "1", 2)));
  showCounterparties(volumesOf(many, totals("120", "12", 24)));
  expect(await rows()).toHaveLength(12);
  const more = screen.getByRole("button", { name: "Show 2 more" });
  expect(more.closest("th")?.textContent).toBe("TotalShow 2 more$20.00");
  fireEvent.click(more);
  expect(await rows()).toHaveLength(14);
});

test("a press opens the panel of a service, and a second one closes it", async () => {
  showCounterparties(three);
  const button = await line("Uniswap v3");
  fireEvent.click(button);
  const details = within(await panel("Uniswap v3"));
  expect([query(), button.getAttribute("aria-expanded")]).toEqual(["?counterparty=Uniswap+v3", "true"]);
  await details.findByText("Volume with Uniswap v3 from January 2026 to March 2026: $600.00.");
  details.getByText("96 entries, 12 months");
  expect(details.getAllByRole("listitem").map((one) => one.textContent)).toEqual([
    "USDC → ETH41 entries$300.0050.0%",
    "ETH → USDC29 entries$200.0033.3%",
    "ARB received11 entries$60.0010.0%",
    "0x68b3…Fc45Ethereum · 60 entries$390.0065.0%",
    "0x2626…e481Base · 36 entries$210.0035.0%",
  ]);
  expect(details.getByRole("button", { name: "Show 2 more" }).closest("p")?.textContent).toBe("Show 2 more$40.00");
  expect(details.getByTitle("some/labels@923aba72").textContent).toBe("Label: some/labels, 2 Oct 2023");
  const link = new URL(details.getByRole("link", { name: "Open in history" }).getAttribute("href") ?? "", "http://x");
  expect(Object.fromEntries(link.searchParams)).toEqual({
    q: "Uniswap v3",
    dust: "show",
    from: "2025-11-20T14:00:00Z",
    to: "2026-11-20T14:02:00Z",
  });
  fireEvent.click(button);
  await waitFor(() => expect(query()).toBe(""));
});

test("a service is renamed by labels of its contracts, and its panel opens under the new name", async () => {
  const sent = showCounterparties(three, { search: "?counterparty=Uniswap+v3" });
  fireEvent.click(await screen.findByRole("button", { name: "Rename Uniswap v3" }));
  const field = screen.getByLabelText("Your label for 2 contracts of Uniswap v3, only for you");
  expect((field as HTMLInputElement).value).toBe("Uniswap v3");
  fireEvent.change(field, { target: { value: " My broker " } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(query()).toBe("?counterparty=My+broker"));
  expect(sent.map(({ body }) => body).filter((body) => "label" in body)).toEqual([
    { chain: "eip155:1", address: "0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45", label: "My broker" },
    { chain: "eip155:8453", address: "0x2626664c2603336E57B271c5C0b26F421741e481", label: "My broker" },
  ]);
});

test("a service that the person named says so, and visitors rename nothing", async () => {
  const own = service("My broker", "dex", totals("10"), { source: null, source_date: null, kind: null });
  own.contracts = own.contracts.map((contract) => ({ ...contract, own_label: true }));
  showCounterparties(volumesOf([own], totals("10")), { search: "?counterparty=My+broker" });
  const details = within(await panel("My broker"));
  details.getByText("Your label");
  details.getByText("Named by you");
  details.getByRole("button", { name: "Rename My broker" });
  cleanup();
  showCounterparties(three, { search: "?counterparty=Uniswap+v3", visitor: "spy_share_x" });
  await panel("Uniswap v3");
  expect(screen.queryByRole("button", { name: /^Rename/ })).toBeNull();
});

test("arrow keys move the row, and the open panel with it; Escape closes it", async () => {
  showCounterparties(three, { search: "?counterparty=Uniswap+v3" });
  const first = await line("Uniswap v3");
  first.focus();
  fireEvent.keyDown(first, { key: "ArrowDown" });
  await panel("CoW Swap");
  expect(document.activeElement?.textContent).toBe("CoW Swap");
  fireEvent.keyDown(document.activeElement as Element, { key: "End" });
  await panel("Lido");
  screen.getByRole("button", { name: "Close" }).focus();
  fireEvent.keyDown(window, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("complementary")).toBeNull());
  expect(document.activeElement?.textContent).toBe("Lido");
});

test("arrow keys without a panel open none", async () => {
  showCounterparties(three);
  const first = await line("Uniswap v3");
  fireEvent.keyDown(first, { key: "ArrowUp" });
  fireEvent.keyDown(first, { key: "ArrowDown" });
  expect([document.activeElement?.textContent, query()]).toEqual(["CoW Swap", ""]);
});

test("a span is sent in seconds, networks by their ids, and Max sends no start", async () => {
  const sent = showCounterparties(three, { search: "?chain=eip155:1" });
  await screen.findByRole("table");
  expect([Number(sent[0]?.body.start_datetime) % 3600, sent[0]?.body.chains]).toEqual([0, ["eip155:1"]]);
  screen.getByText("20 Nov 2025 – 20 Nov 2026");
  fireEvent.click(screen.getByRole("button", { name: "Max" }));
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ chains: ["eip155:1"], currency_code: "USD" }));
});

test("without services the page says so, and what to do", async () => {
  showCounterparties(volumesOf([], totals("0", "0", 0)));
  await screen.findByText("No trades with a known service yet.");
  screen.getByText(/22 addresses without a label/);
  fireEvent.click(screen.getByRole("button", { name: "Show all time" }));
  await waitFor(() => expect(query()).toBe("?span=max"));
  cleanup();
  const onAdd = vi.fn();
  const none = { ...coverage, accounts: 0, accounts_done: 0, known_since: null };
  showCounterparties(volumesOf([], totals("0", "0", 0), { coverage: none }), { onAdd });
  fireEvent.click(await screen.findByRole("button", { name: "Add wallet" }));
  expect(onAdd).toHaveBeenCalledOnce();
});

test("a kind without services says so, and the filters are cleared by a press", async () => {
  showCounterparties(three, { search: "?kind=bridge" });
  await screen.findByText("No bridges here");
  fireEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  await waitFor(() => expect(query()).toBe(""));
});

test("volume without any price and a history that is still read are said", async () => {
  const tide = service("Tide Market", "dex", totals("0", "1", 2, 2));
  showCounterparties(
    volumesOf([tide], totals("0", "1", 2, 2), { coverage: { ...coverage, complete: false, accounts_done: 1 } }),
  );
  const [, row] = await rows();
  expect(row?.slice(3, 5)).toEqual(["No price2 without a price", "–"]);
  screen.getByText("2 amounts without a price left out");
  screen.getByText(/1 account still reading\./);
});

test("without services, the sums of a history that is not whole are not known", async () => {
  showCounterparties(
    volumesOf([], totals("0", "0", 0), { coverage: { ...coverage, complete: false, accounts_done: 1 } }),
  );
  await screen.findByText("Your history is still being read.");
  expect(screen.getAllByText("Not known")).toHaveLength(2);
});

test("a failure has a button that loads again", async () => {
  const sent = showCounterparties("The storage is busy.");
  await screen.findByText("Couldn't load your counterparties");
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(sent).toHaveLength(2));
});

test("a visitor sees the counterparties with the token of the session", async () => {
  const sent = showCounterparties(three, { visitor: "spy_share_x" });
  await screen.findByRole("table");
  expect(sent.map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer spy_share_x"]);
});

test("hidden amounts are hidden everywhere", async () => {
  hideAmounts(true);
  showCounterparties(three, { search: "?counterparty=Uniswap+v3" });
  await panel("Uniswap v3");
  await screen.findByText(/^Volume with Uniswap v3 from/);
  expect(document.body.textContent).not.toMatch(/\$\d/);
  hideAmounts(false);
});
