import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { hideAmounts } from "../../format/amounts";
import { AccountEntries } from "./AccountEntries";
import { EVERYTHING } from "./conditions";
import { EntryDrawer } from "./EntryDrawer";
import { details, exchangeRow, historyPage, leg, own } from "./history.test-data";
import { kindDetail, kindName } from "./kinds";
import { legsOf } from "./legs";
import { renderAt, stubServer } from "./server.test-setup";
import type { HistoryRow, RawFact } from "./types";
import { actWords } from "./words";

afterEach(() => {
  cleanup();
  hideAmounts(false);
  vi.unstubAllGlobals();
});

const savings = own("Savings", "0x2");
const moved = {
  kind: "self_transfer",
  kind_name: "Self transfer",
  legs: [leg("out", "ETH", "1"), leg("in", "ETH", "1")],
};

test.each<[Partial<HistoryRow>, string, string, string]>([
  [{}, "Swap on Kraken", "Swap", "Exchange"],
  [{ account: own("Main", "kraken.a") }, "Swap on Kraken", "Swap", "Kraken"],
  [{ kind: "reward", kind_name: "Reward" }, "Reward from Kraken", "Reward", "Exchange"],
  [{ kind: "receive", kind_name: "Received" }, "Received on Kraken", "Received", "Exchange"],
  [{ kind: "send", kind_name: "Sent" }, "Sent from Kraken", "Sent", "Exchange"],
  [moved, "Moved within Kraken", "Own transfer", "Exchange · Within the account"],
  [{ kind: "failed", kind_name: "Failed", failed: true }, "Transfer on Kraken", "Transfer", "Exchange"],
  [
    { kind: "send", kind_name: "Sent", own_transfer: true, to_wallet: savings, to_chain_name: "Ethereum" },
    ...(["Kraken to Savings", "Own transfer", "Kraken to Ethereum"] as const),
  ],
])("an entry of an exchange in words: %j", (over, act_, kind, detail) => {
  const entry = exchangeRow("a", over);
  expect([actWords(entry), kindName(entry), kindDetail(entry)]).toEqual([act_, kind, detail]);
});

test("what stays in the account is neither in nor out", () => {
  expect(legsOf(exchangeRow("a", moved)).map(({ sign }) => sign)).toEqual(["none"]);
});

test.each([
  ["exchange_ledger", "Ledger row"],
  ["market-trades", "Trade"],
  ["exchange_deposits", "Deposit"],
])("an entry of an exchange has no block, no explorer and no hash: %s", async (stream, name) => {
  const entry = exchangeRow("a");
  const fact: RawFact = {
    ...{ id: "f", source: "exchange", source_name: "Accounts at exchanges", stream },
    ...{ block: entry.block, block_hash: null, read_at: "2026-11-30T06:24:10Z", json: "{}" },
  };
  stubServer({ "get-entry": vi.fn(() => details(entry, { facts: [fact], decoder: "exchange" })) });
  renderAt(
    "/x",
    <EntryDrawer entry="a" page={historyPage([entry])} view={EVERYTHING} onEntry={vi.fn()} onAdd={null} />,
  );
  await screen.findByRole("heading", { name: "Decoding" });
  const drawer = screen.getByRole("dialog", { name: "Swap on Kraken" });
  expect(within(drawer).getByText("Kraken states that this is a swap.")).toBeTruthy();
  expect(within(drawer).getByText(name)).toBeTruthy();
  expect(within(drawer).getByRole("button", { name: "Copy the reference of Kraken" })).toBeTruthy();
  expect(within(drawer).queryByRole("link")).toBeNull();
  expect(drawer.textContent).not.toMatch(/block|hash/);
});

const listOf = async (...rows: HistoryRow[]) => {
  const search = vi.fn(() => historyPage(rows, { total_count: 49 }));
  stubServer({ "search-transaction": search });
  renderAt("/x", <AccountEntries address="kraken.a" path="/history?wallet=kraken.a" entryPath={(id) => `/e/${id}`} />);
  await waitFor(() => expect(document.querySelector("[aria-busy=true]")).toBeNull());
  return search;
};

test("the newest entries of an account read as sentences, with fee and value", async () => {
  const received = { kind: "receive", kind_name: "Received", legs: [leg("in", "USDT", "2150")], fee: null };
  const search = await listOf(exchangeRow("a"), exchangeRow("b", { ...received, from_wallet: savings }));
  expect(search).toHaveBeenCalledWith(
    expect.objectContaining({
      limit: 5,
      conditions: expect.arrayContaining([{ key: "wallet", value: "kraken.a" }]),
    }),
  );
  const [swap, receipt] = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(swap).toMatch(/11\/20\/26Swap, .*249\.70 EUR for 0\.1228 ETH.*Fee \$3\.12\$4,100\.00$/);
  expect(receipt).toContain("2,150.00 USDT from Savings");
  expect(screen.getByText("newest of 49")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Open its transactions" }).getAttribute("href")).toBe(
    "/history?wallet=kraken.a",
  );
  expect(screen.getByRole("link", { name: /^Swap/ }).getAttribute("href")).toBe("/e/a");
  act(() => hideAmounts(true));
  expect(screen.getByRole("list").textContent).not.toMatch(/249|4,100/);
});

test("without entries the list is left out", async () => {
  await listOf();
  expect(screen.queryByText(/Latest entries/)).toBeNull();
});
