import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { hideAmounts } from "../../format/amounts";
import { ExplainContext } from "../../ui/explain";
import { viewRows } from "./assetView";
import { PlaceRows } from "./PlaceRows";
import { part, portfolio, row } from "./portfolio.test-data";
import type { AssetPart } from "./types";

afterEach(() => {
  cleanup();
  hideAmounts(false);
});

const explain = vi.fn();

function show(parts: AssetPart[], value: string | null = "100") {
  const figures = { "/user_wallet/assets/0/parts/0/value": "figure of the first" };
  const [shown] = viewRows(portfolio([row("eth", value, { parts, name: "Ether" })], { figures }));
  if (!shown) throw new Error("no row");
  render(
    <ExplainContext.Provider value={explain}>
      <table>
        <tbody>
          <PlaceRows row={shown} currency="USD" chainColours={new Map()} before={3} after={1} />
        </tbody>
      </table>
    </ExplainContext.Provider>,
  );
}

/** The texts of the cells, without the letters of marks. */
function texts() {
  for (const mark of document.querySelectorAll("[aria-hidden=true]")) mark.remove();
  return screen.getAllByRole("row").map((one) => [...one.querySelectorAll("th, td")].map((cell) => cell.textContent));
}

test("each place names its wallet and network, with quantity, value and share of the asset", () => {
  show([
    part({ amount: "0.75", value: "75" }),
    part({ amount: "0.25", value: "25", chain: "eip155:10", chain_name: "OP Mainnet", symbol: "WETH" }),
  ]);
  expect(texts()).toEqual([
    ["lighthouse.eth · Ethereum0.75 ETH", "$75.00", "75.0% of ETH"],
    ["lighthouse.eth · OP Mainnet0.25 WETH", "$25.00", "25.0% of ETH"],
  ]);
  screen.getByRole("button", { name: /^Ether of lighthouse.eth on Ethereum, value/ }).click();
  expect(explain).toHaveBeenCalledWith("figure of the first");
});

test("a place without a price is not counted, and has no share", () => {
  const reason = { code: "not_listed" as const, text: "No source lists it." };
  show([part({ value: "75" }), part({ value: null, reason, amount: null, raw_amount: "12" })]);
  expect(texts()[1]).toEqual(["lighthouse.eth · Ethereum12 smallest units ", "Not counted", ""]);
  expect(screen.getByText("Not counted").title).toBe("No source lists it.");
});

test("what is partly owed has no shares, and names its position", () => {
  const position = { kind: 30, name: "Borrowed", place: "Aave v3" };
  show([part({ value: "150" }), part({ value: "-50", amount: "-0.5", position })]);
  expect(texts()[1]).toEqual(["lighthouse.eth · Ethereum · Aave v3Borrowed−0.5 ETH", "−$50.00", ""]);
});

test("hidden amounts stay hidden, shares are shown", () => {
  hideAmounts(true);
  show([part({ amount: "0.75", value: "75" }), part({ amount: "0.25", value: "25" })]);
  expect(texts()[0]).toEqual(["lighthouse.eth · Ethereum•••• ETH", "••••", "75.0% of ETH"]);
});
