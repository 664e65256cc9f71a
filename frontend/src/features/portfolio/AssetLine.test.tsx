import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { hideAmounts } from "../../format/amounts";
import { AssetLine } from "./AssetLine";
import { viewRows } from "./assetView";
import { part, portfolio, row } from "./portfolio.test-data";
import type { AssetRow, Reason } from "./types";

afterEach(() => {
  cleanup();
  hideAmounts(false);
});

const nothing = () => undefined;

const actions = { onSetPrice: nothing, onClearPrice: nothing, onHide: nothing, onRemoveToken: nothing };

const onPlaces = vi.fn();

function show(over: Partial<AssetRow>) {
  const [shown] = viewRows(portfolio([row("eth", "5", over)]));
  if (!shown) throw new Error("no row");
  render(
    <table>
      <tbody>
        <AssetLine
          row={shown}
          currency="USD"
          colour="var(--c1)"
          sorted="value"
          gains="none"
          line={null}
          isOpen={false}
          onOpen={nothing}
          hasOpenPlaces={false}
          onPlaces={onPlaces}
          actions={actions}
        />
      </tbody>
    </table>,
  );
}

const receipt = {
  kind: 20,
  name: "Staked",
  of: "eip155:1/slip44:60",
  text: "A receipt for ether that is staked with Lido.",
};

const because = (code: Reason["code"], text: string) => ({ reasons: [{ code, text }] });
const unpriced = (code: Reason["code"]): Partial<AssetRow> => ({
  ...because(code, "Why."),
  value: null,
  price: null,
  share: null,
  state: "unpriced",
});

test("a value that leaves a part out says so, and why", () => {
  show({ state: "partly_priced", ...because("not_listed", "No source lists WETH.") });
  expect(screen.getByText("partly counted").title).toBe("No source lists WETH.");
});

test("a value that counts everything says nothing", () => {
  show({ state: "priced" });
  expect(screen.queryByText("partly counted")).toBeNull();
});

test("an asset without a price offers to set one", () => {
  show(unpriced("not_listed"));
  expect(screen.getByText("No price").title).toBe("Why.");
  expect(screen.getByRole("button", { name: "Set a price for ETH" })).toBeTruthy();
});

test("while its price is being requested, nothing is missing and there is no action", () => {
  show(unpriced("not_requested_yet"));
  expect(screen.getByText("Requested").title).toBe("Why.");
  expect(screen.queryByText("No price")).toBeNull();
  expect(screen.queryByRole("button", { name: /^Set a price/ })).toBeNull();
});

test("a price that is held says so, why, and offers one of one's own", () => {
  show(unpriced("held_back"));
  expect(screen.getByText("Unconfirmed").title).toBe("Why.");
  expect(screen.getByRole("button", { name: "Set a price for ETH" })).toBeTruthy();
});

test("a price is not offered where it would not help", () => {
  show({ ...unpriced("decimals_unknown"), amount: null });
  expect(screen.queryByRole("button", { name: /^Set a price/ })).toBeNull();
});

test("a receipt shows its kind of position", () => {
  show({ receipt });
  expect(screen.getByText("Staked").title).toBe(receipt.text);
  cleanup();
  show({});
  expect(screen.queryByText("Staked")).toBeNull();
});

test("a phone's row says how much there is, and at which price", () => {
  show({ amount: "547.1128", price: "2657.11" });
  expect(screen.getByRole("rowheader").textContent?.includes("$2,657.11")).toBeTruthy();
});

test("the quantity is below the name, and hidden with the other amounts", () => {
  show({ amount: "2.2494" });
  expect(screen.getByText("2.2494 ETH")).toBeTruthy();
  cleanup();
  hideAmounts(true);
  show({ amount: "2.2494" });
  expect(screen.getByText("•••• ETH")).toBeTruthy();
});

test("only an asset in several places has a button for these, which opens no panel", () => {
  const places = () => screen.queryByRole("button", { name: "Where eth is held" });
  show({ parts: [part()] });
  expect(places()).toBeNull();
  cleanup();
  show({ parts: [part(), part({ chain: "eip155:10" })] });
  expect(places()?.getAttribute("aria-expanded")).toBe("false");
  fireEvent.click(places() as HTMLElement);
  expect(onPlaces).toHaveBeenCalledTimes(1);
});
