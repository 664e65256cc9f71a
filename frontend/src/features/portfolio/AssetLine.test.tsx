// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { AssetLine } from "./AssetLine";
import { viewRows } from "./assetView";
import { part, portfolio, row } from "./portfolio.test-data";
import type { AssetRow, Reason } from "./queries";

afterEach(cleanup);

const nothing = () => undefined;

const steps = { onSetPrice: nothing, onClearPrice: nothing, onHide: nothing, onRemoveToken: nothing };

async function show(over: Partial<AssetRow>, open = false, largestShare: string | null = null) {
  const [shown] = viewRows(portfolio([row("eth", "5", over)]));
  if (!shown) throw new Error("no row");
  render(
    <table>
      <tbody>
        <AssetLine
          row={shown}
          currency="USD"
          colour="var(--c1)"
          chainColours={new Map()}
          sorted="value"
          largestShare={largestShare}
          open={open}
          onOpen={nothing}
          steps={steps}
        />
      </tbody>
    </table>,
  );
  if (open) await screen.findByRole("button", { name: "Hide ETH" });
}

const because = (code: Reason["code"], text: string) => ({ reasons: [{ code, text }] });
const unpriced = (code: Reason["code"]): Partial<AssetRow> => ({
  ...because(code, "Why."),
  value: null,
  price: null,
  share: null,
  state: "unpriced",
});

test("a value that leaves a part out says so, and why", async () => {
  await show({ state: "partly_priced", ...because("not_listed", "No source lists WETH.") });
  expect(screen.getByText("partly counted").title).toBe("No source lists WETH.");
});

test("a value that counts everything says nothing", async () => {
  await show({ state: "priced" });
  expect(screen.queryByText("partly counted")).toBeNull();
});

test("what no source has a price for offers to set one", async () => {
  await show(unpriced("not_listed"));
  expect(screen.getByText("No price").title).toBe("Why.");
  expect(screen.getByRole("button", { name: "Set a price for ETH" })).toBeTruthy();
});

test("while its price is being asked for, nothing is missing yet and nothing is to be done", async () => {
  await show(unpriced("not_asked_yet"));
  expect(screen.getByText("Requested").title).toBe("Why.");
  expect(screen.queryByText("No price")).toBeNull();
  expect(screen.queryByRole("button", { name: /^Set a price/ })).toBeNull();
  expect(screen.getByText("lighthouse.eth")).toBeTruthy();
});

test("a price that is held says so, why, and offers one of one's own", async () => {
  await show(unpriced("held_back"), true);
  expect(screen.getByText("Unconfirmed").title).toBe("Why.");
  expect(screen.getByText("Why.", { selector: "p" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Set a price for ETH" })).toBeTruthy();
});

test("a price is not offered where it would not help", async () => {
  await show({ ...unpriced("decimals_unknown"), amount: null });
  expect(screen.queryByRole("button", { name: /^Set a price/ })).toBeNull();
});

test("assets that are the same thing keep their own symbols in their places", async () => {
  const parts = [part(), part({ symbol: "WETH", asset: "eip155:1/erc20:weth" })];
  await show({ parts, symbol: "ETH" }, true);
  const places = screen.getAllByRole("rowheader").slice(1);
  expect(places.map((place) => place.textContent)).toEqual([
    "EEthereumlighthouse.eth",
    "EWETH on Ethereumlighthouse.eth",
  ]);
});

const receipt = {
  kind: 20,
  name: "Staked",
  of: "eip155:1/slip44:60",
  text: "A receipt for ether that is staked with Lido.",
};

test("a receipt says what kind of position it stands for, and opened in words of what", async () => {
  await show({ receipt, parts: [part({ receipt })] }, true);
  const tags = screen.getAllByText("Staked");
  expect(tags.map((tag) => tag.title)).toEqual([receipt.text, receipt.text]);
  expect(screen.getByText(receipt.text, { selector: "p" })).toBeTruthy();
});

test("where only a part is a receipt, the part says so", async () => {
  await show({ parts: [part(), part({ receipt, wallet_address: "0x9b" })] }, true);
  const places = screen.getAllByRole("rowheader").map((place) => place.textContent?.includes("Staked"));
  expect(places).toEqual([false, false, true]);
});

test("what no row says to be a receipt says nothing", async () => {
  await show({}, true);
  expect(screen.queryByText("Staked")).toBeNull();
});

test("the addresses of an extended public key are one wallet", async () => {
  const derived = ["bc1one", "bc1two"].map((wallet_address) => part({ wallet_address, wallet_label: "Cold" }));
  await show({ parts: derived });
  expect(screen.getByText("Cold")).toBeTruthy();
  cleanup();
  await show({ parts: [...derived, part({ wallet_label: "Hot" })] });
  expect(screen.getByText("2 wallets")).toBeTruthy();
});

test("a bar compares with the largest asset of the whole total, and of a part of it there is none", async () => {
  const bar = () => document.querySelector<HTMLElement>('[class*="shareBar"]');
  await show({ share: "10" });
  expect(bar()).toBeNull();
  cleanup();
  await show({ share: "10" }, false, "40");
  expect(bar()?.getAttribute("style")).toContain("0.25");
});
