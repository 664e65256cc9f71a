import { expect, test } from "vitest";
import { amountText } from "../../format/amounts";
import { explained, node } from "./explanation.test-data";
import {
  canExpand,
  detailOf,
  nodeText,
  partsOf,
  quantityIn,
  rawAnswers,
  readWith,
  roundingGap,
  sectionsOf,
  sharedFactors,
  titleOf,
  totalQuantity,
  valueText,
} from "./nodes";

const shown = amountText(false);

test("a value is formatted by its measure, whatever its unit", () => {
  const held = { value: "96.40310001", measure: "quantity", unit: "ETH" } as const;
  expect(valueText(held, shown)).toBe("96.40310001 ETH");
  expect(valueText(held, shown, 6)).toBe("96.4031 ETH");
  expect(valueText({ value: "0.509", measure: "quantity", unit: "BTC" }, shown)).toBe("0.509 BTC");
  expect(valueText({ value: "0.509", measure: "money", unit: "BTC" }, shown)).toBe("₿0.50900000");
  expect(valueText({ value: "1.16774", measure: "price", unit: "USD" }, shown)).toBe("$1.16774");
  expect(valueText({ value: "3000", measure: "price", unit: "USDT" }, shown)).toBe("3,000 USDT");
  expect(valueText({ value: "0.00001337123", measure: "rate", unit: "BTC" }, shown, 4)).toBe("0.00001337 BTC");
  expect(valueText({ value: "2.50", measure: "money", unit: "EUR" }, shown)).toBe("€2.50");
  expect(valueText({ value: null, measure: "quantity", unit: "ETH" }, shown)).toBe("–");
});

test("a quantity is in its column in every currency, even if the currency is the asset", () => {
  const holding = (currency: string) =>
    node({
      operation: "product",
      unit: currency,
      children: [
        node({ label: "Quantity", measure: "quantity", unit: "BTC", value: "0.5" }),
        node({ operation: "median", measure: "price", value: "74771.05" }),
        node({ operation: "quotient", measure: "rate", unit: currency, value: "1" }),
      ],
    });
  for (const currency of ["USD", "EUR", "BTC"]) expect(quantityIn(holding(currency), shown)).toBe("0.5");
  expect(totalQuantity(node({ operation: "sum", children: [holding("BTC"), holding("BTC")] }), shown)).toBe("1");
});

test("a product is shown factor by factor, a sum as one", () => {
  const factors = node({ operation: "product", children: [node({ label: "Quantity" }), node({ label: "Price" })] });
  expect(sectionsOf(explained(factors)).map((section) => section.isFactor)).toEqual([false, true]);
  expect(sectionsOf(explained(node({ operation: "sum", children: [node({}), node({})] })))).toHaveLength(1);
});

test("a price that all parts share is shown once below their sum", () => {
  const price = node({ operation: "median", label: "Price", value: "100" });
  const part = (value: string, with_: typeof price) =>
    node({ operation: "product", value, children: [node({ label: "Quantity", unit: "ETH" }), with_] });
  const shared = node({ operation: "sum", children: [part("1", price), part("2", price), node({ operation: "gap" })] });
  expect(sectionsOf(explained(shared)).map((section) => section.node.label)).toEqual(["", "Price"]);
  const [sum] = sectionsOf(explained(shared));
  const [first] = shared.children;
  expect(first && sum ? partsOf(first, sum.shared).map(({ label }) => label) : null).toEqual(["Quantity"]);
  const mixed = node({ operation: "sum", children: [part("1", price), part("2", { ...price, value: "7" })] });
  expect(sectionsOf(explained(mixed))).toHaveLength(1);
});

test("raw answers are gathered in the order of the tree", () => {
  const tree = node({
    children: [node({ raw: "a", label: "x" }), node({ children: [node({ raw: "b", label: "y" })] })],
  });
  expect(rawAnswers(tree).map(({ text, title }) => `${title} ${text}`)).toEqual(["x a", "y b"]);
});

test("a sum inside a sum shows the price its parts share once", () => {
  const price = node({ operation: "median", label: "Price", value: "100" });
  const part = node({ operation: "product", children: [node({ label: "Quantity", unit: "ETH" }), price] });
  const ether = node({ operation: "sum", label: "Ether", children: [part, part] });
  expect(sharedFactors(ether)).toEqual([price]);
  expect(partsOf(part, sharedFactors(ether)).map(({ label }) => label)).toEqual(["Quantity"]);
});

test("a reason is shown in the row, so a node with only a reason cannot be expanded", () => {
  const reason = { code: "only_stale_quotes", text: "Not used: older than 24 hours." } as const;
  expect(canExpand(node({ reason }))).toBe(false);
  expect(canExpand(node({ reason, observed_at: "2026-11-19T08:00:00Z" }))).toBe(true);
  expect(titleOf(node({ label: "Ether", detail: "vitalik.eth on Base" }))).toBe("Ether, vitalik.eth on Base");
});

test("rows that add up to another amount than their sum say by how much", () => {
  const sum = (values: string[], value: string) =>
    node({ operation: "sum", value, children: values.map((own) => node({ value: own })) });
  expect(roundingGap(sum(["1.004", "1.004", "1.004"], "3.012"), shown)).toBe("−$0.01");
  expect(roundingGap(sum(["1.006", "1.006"], "2.012"), shown)).toBe("+$0.01");
  expect(roundingGap(sum(["1.001", "1.001"], "2.002"), shown)).toBeNull();
  expect(roundingGap(node({ operation: "product", value: "1", children: [node({ value: "2" })] }), shown)).toBeNull();
});

test("changes are signed", () => {
  const change = node({ operation: "difference", value: "12.5", children: [node({}), node({})] });
  expect(nodeText(change, shown)).toBe("+$12.50");
  expect(nodeText(node({ operation: "sum", value: "-3", children: [change] }), shown)).toBe("−$3.00");
});

test("the day of a rate is shown as other dates are, a name that contains a day is left alone", () => {
  expect(detailOf(node({ measure: "rate", detail: "Reference rates, 2026-11-20" }))).toBe(
    "Reference rates, 20 Nov 2026",
  );
  expect(titleOf(node({ measure: "rate", label: "Rate", detail: "for 1 USD, rates of 2026-11-20" }))).toBe(
    "Rate, for 1 USD, rates of 20 Nov 2026",
  );
  expect(detailOf(node({ measure: "price", detail: "close of 2026-11-20" }))).toBe("close of 20 Nov 2026");
  expect(detailOf(node({ measure: "money", detail: "acquired on 2026-11-20" }))).toBe("acquired on 20 Nov 2026");
  expect(detailOf(node({ measure: "money", detail: "Savings 2026-11-20 on Ethereum" }))).toBe(
    "Savings 2026-11-20 on Ethereum",
  );
});

test("what a node was read with stands beside its block, without repeating it", () => {
  const block = { number: 7, hash: "0x7", time: "2026-11-27T10:19:12Z", url: null };
  const called = node({ block, detail: "block 7, getUserReserveData(address,address) of 0x7B4E…38a3" });
  expect(readWith(called)).toBe("getUserReserveData(address,address) of 0x7B4E…38a3");
  expect(readWith(node({ block, detail: "block 7" }))).toBe("");
  expect(readWith(node({ block: null, detail: "as the exchange states it" }))).toBe("");
});
