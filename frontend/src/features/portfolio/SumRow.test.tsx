import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { hideAmounts } from "../../format/amounts";
import type { TableSum } from "./assetSums";
import type { AssetView } from "./assetView";
import { portfolio, row, tableView } from "./portfolio.test-data";
import { SumRow } from "./SumRow";
import type { Portfolio } from "./types";

afterEach(() => {
  cleanup();
  hideAmounts(false);
});

const nothing = () => undefined;
const whole: TableSum = {
  ...{ amount: "1234.5", figure: "f", isWhole: true, share: "100", assets: 16, unpriced: 0, partly: 0, debts: null },
  gain: { amount: "100", percent: "8.8", figure: undefined, assets: 16, partly: 0 },
};

function cells(
  over: Partial<TableSum> = {},
  change: Partial<AssetView> = {},
  dust = 0,
  answer: Partial<Portfolio> = {},
) {
  const table = {
    portfolio: portfolio([row("a", "1")], answer),
    ...{ visitorToken: undefined, colours: new Map(), view: { ...tableView, ...change }, onView: nothing },
    ...{ gains: "known" as const, gainOfAll: null, hasLines: false, openId: null, onOpen: nothing, actions: null },
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <table>
        <SumRow
          table={table}
          sum={{ ...whole, ...over }}
          dust={dust}
          more={<button type="button">Show 8 more</button>}
        />
      </table>
    </QueryClientProvider>,
  );
  const line = screen.getByRole("row");
  return [...line.querySelectorAll("th, td")].map((cell) => cell.textContent?.replace("Show 8 more", ""));
}

test("the total of everything says of how many assets it is", () => {
  expect(cells()).toEqual(["Total of 16 assets", "$1,234.50", "+$100.00+8.8%", "100.0%"]);
});

test("what the total leaves out is named", () => {
  const dust = { dust: { count: 2, value: "0.84" } };
  const user_wallet = { ...portfolio([row("a", "1")]).user_wallet, ...dust };
  const [words] = cells({ unpriced: 3, partly: 1, debts: "-20" }, {}, 2, { user_wallet });
  expect(words).toBe(
    "Total of 16 assets, after $20.00 of debts, 3 not counted, 1 partly counted, 2 under $1 hidden ($0.84)",
  );
});

test("a gain of a part of the assets says of how many", () => {
  const gain = { amount: "-5", percent: null, figure: undefined, assets: 12, partly: 2 };
  expect(cells({ gain })[2]).toBe("−$5.00of 12 of 16 assets, 2 in part");
  cleanup();
  expect(cells({ gain: null })[2]).toBe("–");
});

test("a filtered sum names the search and the network", () => {
  const networks = [
    {
      ...{ chain: "eip155:8453", name: "Base", code: "base", color: "#000", mark: null, value: "5", share: "5" },
      ...{ priced: 1, unpriced: 0, reading: 0 },
    },
  ];
  const over = { isWhole: false, assets: 1, amount: null, share: null };
  expect(cells(over, { search: " usd ", networks: ["eip155:8453"] }, 0, { networks })).toEqual([
    "Sum of 1 asset matching “usd” on Base",
    "–",
    "+$100.00+8.8%",
    "–",
  ]);
});

test("the total of some wallets names them", () => {
  const none = { display_address: null, nickname: null, reverse_name: null, chains: [], value: "1", share: "1" };
  const wallet = (label: string) => ({ ...none, id: label, address: label, label, priced: 1, unpriced: 0, reading: 0 });
  expect(cells({}, {}, 0, { chosen: ["0x1"], wallets: [wallet("savings")] })[0]).toBe("Total of 16 assets in savings");
  cleanup();
  const two = { chosen: ["0x1", "0x2"], wallets: [wallet("savings"), wallet("hot")] };
  expect(cells({}, {}, 0, two)[0]).toBe("Total of 16 assets in 2 wallets");
});

test("while assets are loading there is no sum but the total", () => {
  const user_wallet = { ...portfolio([row("a", "1")]).user_wallet, count: 30 };
  expect(cells({}, {}, 0, { user_wallet })).toEqual([
    "Showing the 1 most valuable of 30 assets. Loading the rest…",
    "$1,234.50",
    "",
    "100.0%",
  ]);
  cleanup();
  expect(cells({ isWhole: false }, { search: "a" }, 0, { user_wallet }).slice(1)).toEqual(["–", "", "–"]);
});

test("hidden amounts stay hidden in the sum and its words", () => {
  hideAmounts(true);
  expect(cells({ debts: "-20" })).toEqual(["Total of 16 assets, after •••• of debts", "••••", "••••+8.8%", "100.0%"]);
});
