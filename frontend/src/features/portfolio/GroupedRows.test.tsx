import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { viewRows } from "./assetView";
import { GroupedRows } from "./GroupedRows";
import { part, portfolio, row, tableView } from "./portfolio.test-data";

afterEach(cleanup);

const nothing = () => undefined;
const base = { chain: "eip155:8453", chain_name: "Base" };
const names = ["One", "Two", "Three", "Four", "Five"];
const assets = names.map((name, i) => row(name, String(50 - i), { parts: [part()] }));
const none = { color: "#627eea", mark: null, priced: 1, unpriced: 0, reading: 0 };
const answer = portfolio(
  [...assets, row("Split", "9", { parts: [part(base), part({ ...base, wallet_label: "Cold" })] })],
  {
    total: "249",
    networks: [
      { chain: "eip155:1", name: "Ethereum", code: "ethereum", value: "240", share: "96.4", ...none },
      { chain: "eip155:8453", name: "Base", code: "base", value: "9", share: "3.6", ...none },
    ],
  },
);

function show() {
  const table = {
    ...{
      portfolio: answer,
      visitorToken: undefined,
      colours: new Map(),
      view: { ...tableView, groupBy: "network" as const },
    },
    ...{ gains: "none" as const, gainOfAll: null, hasLines: false, openId: null },
    ...{ onView: nothing, onOpen: nothing, actions: null },
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <GroupedRows table={table} rows={viewRows(answer)} dust={0} mode="network" />
    </QueryClientProvider>,
  );
}

const group = (title: string) => screen.getByTitle(title).closest("tbody") as HTMLElement;
const opened = (of: HTMLElement) => within(of).queryAllByRole("button", { name: /details and actions/ }).length;

test("a group names its assets and sum, and shows the first of them until more are requested", () => {
  show();
  const ethereum = group("Ethereum");
  expect(within(ethereum).getByText("5 assets")).toBeTruthy();
  expect(within(ethereum).getByText("$240.00")).toBeTruthy();
  expect(opened(ethereum)).toBe(3);
  fireEvent.click(within(ethereum).getByRole("button", { name: /^Show 2 more/ }));
  expect(opened(ethereum)).toBe(5);
  fireEvent.click(within(ethereum).getByRole("button", { name: /^Show fewer/ }));
  expect(opened(ethereum)).toBe(3);
  expect(screen.getByText("Total of 6 assets")).toBeTruthy();
});

test("an asset in a group opens its places there", async () => {
  show();
  const onBase = group("Base");
  fireEvent.click(within(onBase).getByRole("button", { name: "Where Split is held" }));
  expect(await within(onBase).findByRole("rowheader", { name: /Cold · Base/ })).toBeTruthy();
  expect(within(onBase).getByRole("button", { name: "Where Split is held" }).getAttribute("aria-expanded")).toBe(
    "true",
  );
});
