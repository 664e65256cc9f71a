import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { hideAmounts } from "../../format/amounts";
import { account, history } from "./exchange.test-data";
import { renderWith } from "./exchange.test-setup";
import { HistoryCard } from "./HistoryCard";
import { type HistoryQuery, historyOf, type KnownHistory } from "./history";
import type { AccountHistory, Difference, HistoryGap } from "./types";

afterEach(() => {
  cleanup();
  hideAmounts(false);
});

const onReadAll = vi.fn();
const onRetry = vi.fn();
const onImport = vi.fn();

const open = (
  progress: AccountHistory | null,
  over: Partial<KnownHistory> = {},
  query: Partial<HistoryQuery> = {},
  canImport = false,
) =>
  renderWith(
    <HistoryCard
      history={{
        known: { progress, gaps: [], differences: [], ...over },
        ...{ failure: null, onRetry, onReadAll, isLifting: false, ...query },
      }}
      onImport={canImport ? onImport : null}
    />,
  );

const words = () => screen.getByRole("region", { name: "History" }).textContent;

const difference = (symbol: string, size: string | null): Difference => ({
  account: history().account,
  asset: symbol,
  symbol,
  difference: size,
  ...{ name: "Kraken", chain_name: "Kraken", block: 1_763_046_300_004, balance: "1", replayed: "1", value: null },
  ...{ first: null, cause: "unknown", cause_text: "The cause is unknown.", remedy: "Open its entries." },
});
const gap = (text: string, over: Partial<HistoryGap> = {}): HistoryGap => ({
  ...{ kind: "window", text, remedy: "Add an export.", accounts: 1 },
  ...over,
});

test.each<[string, AccountHistory | null, string]>([
  ["not begun", null, "WaitingIt is read next."],
  ["waiting", history({ state: "waiting", facts: 0, oldest: null }), "WaitingIt is read next."],
  ["begun", history({ state: "reading", facts: 0, oldest: null }), "ReadingThe first rows are being read."],
  [
    "reading",
    history({ state: "reading", facts: 412, total: 538 }),
    "Reading412 of 538 rows read · back to 30 Jan 2024",
  ],
  ["read without a stated total", history({ state: "reading", facts: 1, total: null }), "1 row read"],
  ["whole", history(), "All readKnown since 30 Jan 2024 · 68 rowsThe rows add up to the balances."],
  ["empty", history({ facts: 0, total: 0, oldest: null }), "Nothing has happened in this account."],
  ["partly read", history({ state: "partial" }), "Partly readKnown since 30 Jan 2024 · 68 rows"],
  [
    "failed",
    history({
      state: "failed",
      facts: 0,
      oldest: null,
      error: "Kraken is busy.",
      next_attempt: "2026-01-01T00:00:00Z",
    }),
    "Reading failedNo row is known.Kraken is busy. Retries now.",
  ],
])("the history of an account: %s", (_, progress, text) => {
  open(progress);
  expect(words()).toContain(text);
  expect(words()?.includes("add up")).toBe(progress?.state === "whole" && progress.facts > 0);
});

test("rows beyond the limit are read on request", () => {
  open(history({ state: "capped", cap: 50 }));
  expect(words()).toContain("Only the newest 50 rows are read.");
  fireEvent.click(screen.getByRole("button", { name: "Read all" }));
  expect(onReadAll).toHaveBeenCalledOnce();
});

test("gaps have their next step, and balances that differ their amounts, which can be hidden", () => {
  const differences = [difference("BTC", "0.0413"), difference("LINK", "-12.5"), difference("SOL", null)];
  open(history(), { gaps: [gap("Rows before 2025 are missing.")], differences });
  expect(words()).toContain("Rows before 2025 are missing.Add an export.");
  for (const text of [
    "3 balances differ from the history.",
    "0.0413 BTC more than its rows giveThe cause is unknown. Open its entries.",
    "12.50 LINK less than its rows give",
    "SOL, by an unknown amount",
  ])
    expect(words()).toContain(text);
  expect(words()).not.toContain("add up to");
  act(() => hideAmounts(true));
  expect(words()).toContain("•••• BTC more");
  expect(document.body.innerHTML).not.toContain("0.0413");
});

test("a history that cannot be loaded is not an empty one", () => {
  open(null, {}, { known: undefined, failure: new Error("Can't reach the Spyhop server.") });
  expect(words()).toContain("Can't reach the Spyhop server.");
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(onRetry).toHaveBeenCalledOnce();
});

test("of all accounts, gaps and differences only those of the account count", () => {
  const other = { ...difference("ETH", "1"), account: "eip155:1:0x1" };
  const gaps = [
    gap("The source for Kraken serves only the newest part."),
    gap("The source for Base serves only the newest part."),
    gap("Kraken on Kraken holds 1 ETH more.", { kind: "balance_differs" }),
    gap("Kraken savings is not read.", { accounts: 0 }),
  ];
  const accounts = [history({ account: "eip155:1:0x1" }), history()];
  const known = historyOf(account(), { accounts, gaps }, [other, difference("BTC", "1")]);
  expect(known.progress).toBe(accounts[1]);
  expect(known.gaps).toEqual([gaps[0]]);
  expect(known.differences?.map(({ symbol }) => symbol)).toEqual(["BTC"]);
});

test("where no history is read, balances are not listed one by one", () => {
  open(history({ state: "no_source", facts: 0, oldest: null }), {
    gaps: [gap("Histories at Binance are not read.", { remedy: null })],
    differences: [difference("BTC", "0.09")],
  });
  expect(words()).toBe(
    "HistoryNot availableNo row is known.1 gap. Figures leave these out. Nothing is guessed.Histories at Binance are not read.",
  );
});

test("a gap that a file closes leads to the import of one", () => {
  const gaps = [gap("Rows before 2025 are missing."), gap("One list is not read.", { kind: "unreported" })];
  open(history(), { gaps }, {}, true);
  fireEvent.click(screen.getByRole("button", { name: "Import CSV" }));
  expect(onImport).toHaveBeenCalledOnce();
  expect(screen.getByText("Rows before 2025 are missing.").parentElement?.textContent).toContain("Import CSV");
  cleanup();
  open(history(), { gaps });
  expect(screen.queryByRole("button", { name: "Import CSV" })).toBeNull();
});
