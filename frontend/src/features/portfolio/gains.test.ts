import { expect, test } from "vitest";
import type { CostBasis, CostRow } from "../../queries/costBasis";
import { assetPage } from "./assetPage";
import { viewRows } from "./assetView";
import { areCostsRead, withGains } from "./gains";
import { part, portfolio, row, tableView } from "./portfolio.test-data";

const cost = (asset: string, gain: string | null, over: Partial<CostRow> = {}): CostRow =>
  ({ asset, gain_loss: gain, gain_loss_percentage: "5.0", cost_basis: "100", unknown_amount: "0", ...over }) as CostRow;

const basis = (assets: CostRow[], accounts_done = 2): CostBasis =>
  ({
    assets,
    figures: { "/assets/1/gain_loss": "f" },
    coverage: { accounts: 2, accounts_done },
  }) as unknown as CostBasis;

const rows = viewRows(
  portfolio([
    row("a", "30", { parts: [part({ asset: "eip155:1/erc20:a" })] }),
    row("b", "20", { parts: [part({ asset: "eip155:10/erc20:b" })] }),
    row("c", "10", { parts: [part({ asset: "eip155:1/erc20:c" })] }),
  ]),
);

test("a gain is found by an asset of the row, with the id that explains it", () => {
  const found = withGains(rows, basis([cost("eip155:1/erc20:a", null), cost("eip155:10/erc20:b", "-7")]));
  expect(found.map(({ gain }) => gain)).toEqual([null, "-7", null]);
  expect(found[1]?.gained).toEqual({ amount: "-7", cost: "100", percent: "5.0", figure: "f", isPartial: false });
});

test("what was deposited without a token counts with its asset, exactly", () => {
  const deposit = cost("eip155:1/erc20:a", "0.5", { is_position: true, unknown_amount: "1", cost_basis: "50" });
  const [found] = withGains(rows, basis([cost("eip155:1/erc20:a", "10.25"), deposit]));
  expect(found?.gained).toEqual({
    amount: "10.75",
    cost: "150",
    percent: "7.16666",
    figure: undefined,
    isPartial: true,
  });
});

test("rows without a known gain come last in both orders", () => {
  const found = withGains(rows, basis([cost("eip155:1/erc20:a", "1"), cost("eip155:1/erc20:c", "3")]));
  const order = (ascending: boolean) =>
    assetPage(found, { ...tableView, sort: "gain", ascending }).rows.map(({ group }) => group);
  expect([order(false), order(true)]).toEqual([
    ["c", "a", "b"],
    ["a", "c", "b"],
  ]);
});

test("gains are known once the history of every account is read", () => {
  expect([areCostsRead(basis([], 1)), areCostsRead(basis([], 2))]).toEqual([false, true]);
});
