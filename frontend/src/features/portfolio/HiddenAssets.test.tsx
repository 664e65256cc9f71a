import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { HiddenAssets } from "./HiddenAssets";
import type { HiddenRow } from "./types";

afterEach(cleanup);

const hidden = (asset: string, rule: HiddenRow["rule"], amount: string | null): HiddenRow => ({
  asset,
  rule,
  amount,
  chain: "eip155:1",
  name: `Name of ${asset}`,
  symbol: asset,
  text: `Why ${asset} is hidden.`,
});

test("an asset that several wallets hold is one line, and is shown again in one step", () => {
  const onShow = vi.fn();
  const rows = [hidden("LURE", "spam", "7"), hidden("MINE", "hidden_by_you", "1.5"), hidden("LURE", "spam", null)];
  render(<HiddenAssets hidden={rows} onShow={onShow} />);
  expect(screen.getByText("2 hidden assets (1 by you, 1 spam), not in your total")).toBeTruthy();
  const lines = screen.getAllByRole("listitem").map((line) => line.textContent);
  expect(lines).toEqual(["LURE in 2 walletsWhy LURE is hidden.Show again", "1.50 MINEWhy MINE is hidden.Show again"]);
  screen.getByRole("button", { name: "Show again: LURE" }).click();
  expect(onShow.mock.calls).toEqual([["LURE", "LURE"]]);
});

test("a token that may state a balance which is counted already is told apart from spam", () => {
  const twice = hidden("EURe", "same_balance", "60");
  const { rerender } = render(<HiddenAssets hidden={[twice]} onShow={vi.fn()} />);
  expect(screen.getByText("1 hidden asset (maybe counted already), not in your total")).toBeTruthy();
  rerender(<HiddenAssets hidden={[twice, hidden("LURE", "spam", "7")]} onShow={vi.fn()} />);
  expect(screen.getByText("2 hidden assets (1 spam, 1 maybe counted already), not in your total")).toBeTruthy();
});

test("an unknown quantity shows only the symbol; without hidden assets nothing is rendered", () => {
  const { container, rerender } = render(<HiddenAssets hidden={[hidden("LURE", "spam", null)]} onShow={vi.fn()} />);
  expect(screen.getByRole("listitem").textContent).toMatch(/^LUREWhy/);
  rerender(<HiddenAssets hidden={[]} onShow={vi.fn()} />);
  expect(container.textContent).toBe("");
});
