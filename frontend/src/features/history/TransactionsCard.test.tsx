import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { account, coverage, historyPage, row } from "./history.test-data";
import { renderAt, stubServer } from "./server.test-setup";
import { TransactionsCard } from "./TransactionsCard";
import type { HistoryPage } from "./types";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Shows the card, and returns the function that answers its call. */
function show(page: HistoryPage | Error, wallets: readonly string[] = []) {
  const answer = vi.fn((_: { limit: number }): unknown => {
    if (page instanceof Error) throw page;
    return { view: "own", ...page };
  });
  stubServer({ "search-transaction": answer });
  const entryPath = (entry: string) => `/history?entry=${entry}`;
  renderAt("/home", <TransactionsCard visitor={null} wallets={wallets} path="/history" entryPath={entryPath} />);
  return answer;
}

test("the newest entries are listed, and each opens itself", async () => {
  const answer = show(historyPage([row("a"), row("b")], { total_count: 2418 }));
  const table = await screen.findByRole("table", { name: "Newest transactions" });
  screen.getByText("newest of 2,418");
  const links = within(table).getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/history?entry=a", "/history?entry=b"]);
  expect(screen.getByRole("link", { name: "See all" }).getAttribute("href")).toBe("/history");
  expect(answer).toHaveBeenCalledOnce();
  expect(answer.mock.calls[0]?.[0]).toMatchObject({ start: 0, limit: 6, sorts: [{ key: "time", value: false }] });
});

test("chosen wallets are asked for", async () => {
  const answer = show(historyPage([row("a")]), ["0x1"]);
  await screen.findByRole("table");
  expect(answer.mock.calls[0]?.[0]).toMatchObject({
    conditions: expect.arrayContaining([{ key: "wallet", value: "0x1" }]),
  });
});

test("the foot says since when the history is known, and what is still read", async () => {
  const reading = coverage({
    accounts_done: 1,
    complete: false,
    accounts_status: [account("a", { state: "reading" })],
  });
  show(historyPage([row("a")], { coverage: reading }));
  await screen.findByText("1 of 2 accounts read, back to March 2021");
});

test("without entries the card says so, and a failure is reported in it", async () => {
  show(historyPage([]));
  await screen.findByText("No transactions found");
  cleanup();
  show(new Error("The disk is full."));
  await screen.findByText("Couldn't load your transactions");
});
