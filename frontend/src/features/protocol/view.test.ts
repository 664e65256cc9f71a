import { expect, test } from "vitest";
import { factorText, healthWord, placeOn } from "./health";
import { amount, card, loan, protocols } from "./protocols.test-data";
import {
  claimable,
  inColumns,
  locksOf,
  lowestHealth,
  networksOf,
  type ProtocolView,
  protocolsIn,
  queryOf,
  shownCards,
  viewOf,
} from "./view";

const view = (change: Partial<ProtocolView> = {}): ProtocolView => ({
  show: "all",
  network: null,
  by: "amount",
  turned: false,
  ...change,
});

const names = (change: Partial<ProtocolView>, cards = protocols().user_wallet) =>
  shownCards(cards, view(change)).map((shown) => shown.card.name);

test("a view survives the URL, and an unknown one is the default", () => {
  const chosen = view({ show: "debt", network: "eip155:1", by: "name", turned: true });
  const params = new URLSearchParams(
    Object.entries(queryOf(chosen)).filter((pair): pair is [string, string] => pair[1] !== null),
  );
  expect(viewOf(params)).toEqual(chosen);
  expect(viewOf(new URLSearchParams("show=everything&sort=color&turned=maybe"))).toEqual(view());
});

test("yield and debt exclude each other, and a card shows the sum of what it shows", () => {
  const cards = protocols().user_wallet;
  const [debt] = shownCards(cards, view({ show: "debt" }));
  expect(shownCards(cards, view({ show: "debt" }))).toHaveLength(1);
  expect(debt?.total).toBe("-2000");
  expect(debt?.positions[0]?.rows.map(({ place }) => place)).toEqual(["/user_wallet/0/positions/0/rows/1"]);
  const earning = shownCards(cards, view({ show: "yield" }));
  expect(earning.map(({ total }) => total)).toEqual(["8010", "100"]);
  expect(names({ network: "eip155:8453" })).toEqual(["Compound v3 USDC"]);
  expect(names({ network: "eip155:10" })).toEqual([]);
});

test("cards are ordered by amount or name, in both directions; those without a value stay last", () => {
  const unknown = card({
    name: "Zed",
    total: null,
    positions: [{ item: null, total: null, health_factor: null, unread: [], rows: [amount({ value: null })] }],
  });
  const cards = [unknown, card({}), loan];
  expect(names({}, cards)).toEqual(["Aave v3 Core", "Compound v3 USDC", "Zed"]);
  expect(names({ turned: true }, cards)).toEqual(["Compound v3 USDC", "Aave v3 Core", "Zed"]);
  expect(names({ by: "name" }, cards)).toEqual(["Aave v3 Core", "Compound v3 USDC", "Zed"]);
  expect(names({ by: "name", turned: true }, cards)).toEqual(["Zed", "Compound v3 USDC", "Aave v3 Core"]);
});

test("each card is in the shorter column", () => {
  const small = ["B", "C", "D"].map((name) => card({ name }));
  const cards = shownCards([loan, ...small], view());
  const [left, right] = inColumns(cards).map((column) => column.map(({ card: { name } }) => name));
  expect(left).toEqual(["Aave v3 Core"]);
  expect(right).toEqual(["B", "C", "D"]);
  expect(inColumns(cards.slice(1)).map((column) => column.length)).toEqual([2, 1]);
});

test("what can be claimed and what is locked is counted over all cards", () => {
  const locked = card({
    name: "Curve",
    positions: [
      {
        item: null,
        total: "5",
        health_factor: "1.3",
        unread: [],
        rows: [
          amount({ role: "locked", unlocks_on: "2027-01-07T00:00:00Z", value: "3" }),
          amount({ role: "claimable", type_id: 20, value: "2" }),
        ],
      },
    ],
  });
  expect(claimable([loan, locked])).toEqual({ total: "12", protocols: 2 });
  expect(claimable([card({})])).toBeNull();
  expect(locksOf([loan, locked])).toEqual(["2027-01-07T00:00:00Z"]);
  expect(lowestHealth([loan, locked])).toBe("1.3");
  expect(lowestHealth([card({})])).toBeNull();
  expect(networksOf([loan, locked]).map(({ name }) => name)).toEqual(["Ethereum", "Base"]);
  expect(protocolsIn([loan, locked, loan])).toBe(2);
});

test("a health factor is cut, never rounded up over a limit", () => {
  expect(["0.999", "1", "1.2499999", "1.25", "1.5", "115792089"].map((factor) => healthWord(factor))).toEqual([
    "Can be liquidated",
    "At risk",
    "At risk",
    "Careful",
    "Safe",
    "Safe",
  ]);
  expect(["1.2499999", "2.4049", "3", "12.5"].map(factorText)).toEqual(["1.24", "2.40", "3.00", "12.50"]);
  expect(factorText("x")).toBe("?");
  expect(healthWord("x")).toBeNull();
  expect([100n, 200n, 300n, 900n, 50n].map((units) => placeOn({ units, scale: 2 }))).toEqual([0, 0.5, 1, 1, 0]);
});
