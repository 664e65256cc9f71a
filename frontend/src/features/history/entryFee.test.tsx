import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Cards } from "./Cards";
import { EVERYTHING } from "./conditions";
import { EntryDrawer } from "./EntryDrawer";
import { HistoryLine } from "./HistoryLine";
import { details, historyPage, leg, row } from "./history.test-data";
import { renderAt, stubServer } from "./server.test-setup";
import type { EntryDetails, HistoryRow } from "./types";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Opens an entry and waits for its details. */
async function open(of: HistoryRow, over: Partial<EntryDetails> = {}) {
  stubServer({ "get-entry": vi.fn(() => details(of, over)) });
  renderAt(
    "/x",
    <EntryDrawer entry={of.entry} page={historyPage([of])} view={EVERYTHING} onEntry={vi.fn()} onAdd={null} />,
  );
  await screen.findByRole("heading", { name: "Decoding" });
}

const feeLine = () =>
  within(screen.getByRole("list", { name: "Amounts" }))
    .getByText("Fee")
    .closest("li");
const section = (title: string) => screen.getByRole("region", { name: new RegExp(`^${title}`) });
const onBase = { chain_name: "Base", decoding: "failed" } as const;
const incomplete = { ...onBase, fee_incomplete: true } as const;
const withoutFee = { ...incomplete, fee: null, fee_then: null, fee_today: null } as const;

test("a fee without its part for data reads as a lower bound, with its reason", async () => {
  await open(row("a", incomplete), { decoder: "fee", decoding_text: "The decoder fee failed." });
  expect(feeLine()?.textContent).toBe(
    "FeeE0.000573 ETHAt least this much. No source states what Base charged for its data.≥ $10.00$11.00 today",
  );
  expect(section("Decoding").textContent).toContain("Fee incomplete");
  expect(section("Decoding").textContent).not.toContain("decoder fee");
});

test("a fee that no source states is not known", async () => {
  await open(row("a", withoutFee), { decoder: "fee" });
  expect(feeLine()?.textContent).toBe("FeeNot knownNo source states this fee.");
});

test("unknown amounts are named beside an unknown fee", async () => {
  await open(row("a", withoutFee), { decoder: "amounts_and_fee" });
  expect(section("Decoding").textContent).toContain("Amounts incomplete");
  expect(feeLine()?.textContent).toContain("Not known");
});

/** The text of the cells of a row. */
function cells(of: HistoryRow) {
  const line = (
    <HistoryLine row={of} currency="USD" sort="time" isNarrow={false} isOpen={false} path="/x" onOpen={vi.fn()} />
  );
  renderAt(
    "/x",
    <table>
      <tbody>{line}</tbody>
    </table>,
  );
  return screen.getAllByRole("cell").map((cell) => cell.textContent);
}

test("a row marks a fee that is a lower bound, and one that is not known", () => {
  expect(cells(row("a", incomplete))).toContain("≥ $3.12≥ $3.14 now");
  cleanup();
  expect(cells(row("a", withoutFee)).filter((text) => text === "Unknown")).toHaveLength(1);
  cleanup();
  expect(cells(row("a", { fee: null, fee_then: null, fee_today: null }))).not.toContain("Unknown");
});

test("a card marks a fee that is a lower bound, and one that is not known", () => {
  const card = (of: HistoryRow) => {
    const open = { onEntry: vi.fn(), entryPath: () => "/x" };
    const cards = { currency: "USD", isByTime: true, isFirstPage: true, isLastPage: true, isStale: false };
    renderAt("/x", <Cards rows={[{ ...of, legs: [] }]} {...cards} {...open} />);
    return screen.getByRole("listitem").textContent;
  };
  expect(card(row("a", incomplete))).toContain("Fee ≥ $3.12");
  cleanup();
  expect(card(row("a", withoutFee))).toContain("Fee Unknown");
});

test("the fee of an entry whose decoder failed is exact", async () => {
  await open(row("a", onBase), { decoder: "aave", decoding_text: "The decoder aave failed." });
  expect(feeLine()?.textContent).toBe("FeeE0.000573 ETH$10.00$11.00 today");
  expect(section("Decoding").textContent).toContain("Failed, kept as readThe decoder aave failed.");
});

test("a matched arrival shows the fee of its own transaction", async () => {
  const other = row("b", { chain_name: "Base", fee: leg("fee", "ETH", "0.00001", { value_then: "0.03" }) });
  await open(row("a"), { match: { state: "matched", reason: "Same asset.", other, candidates: [] } });
  expect(section("Matched transfer").textContent).toContain("Fee on Base0.00001 ETH$0.03");
});

test("a matched arrival without a fee shows none", async () => {
  const other = row("b", { chain_name: "Base", fee: null });
  await open(row("a"), { match: { state: "matched", reason: "Same asset.", other, candidates: [] } });
  expect(section("Matched transfer").textContent).not.toContain("Fee");
});
