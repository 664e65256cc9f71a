import { expect, test } from "vitest";
import { amountText } from "../../format/amounts";
import { multiplyDecimals, parseDecimal, roundDecimal } from "../../format/decimal";
import { digitsFor } from "./digits";
import { explained, node } from "./explanation.test-data";
import { valueText } from "./nodes";
import type { ExplainNode } from "./types";

const holding = (quantity: string, price: string, rate: string, value: string, unit = "USD"): ExplainNode =>
  node({
    operation: "product",
    value,
    unit,
    children: [
      node({ measure: "quantity", unit: "TOK", value: quantity }),
      node({ operation: "average", measure: "price", value: price }),
      node({ operation: "constant", measure: "rate", unit, value: rate }),
    ],
  });

/** Parses a number as shown, without sign and unit. */
const read = (text: string) => {
  const decimal = parseDecimal(text.replace(/[^\d.]/g, ""));
  if (!decimal) throw new Error(text);
  return decimal;
};

test.each([
  ["3035066.941", "1.164755555555555555", "1", "3535101.0787", "USD"],
  ["0.509", "74771.05", "0.0000133741601863", "0.50900000", "BTC"],
  ["547.112800000000000001", "2656.95", "0.8821703421709342170934", "1282372.05", "EUR"],
  ["1", "2", "1", "2", "USD"],
  ["1204551234567.123456789", "0.00000000012345678", "1", "148.71", "USD"],
])("%s × %s × %s can be computed from what is shown", (quantity, price, rate, _, unit) => {
  const factors = [quantity, price, rate].map((factor) => read(factor));
  const exact = factors.reduce(multiplyDecimals);
  const places = unit === "BTC" ? 8 : 2;
  const value = `${exact.units}`.padStart(exact.scale + 1, "0");
  const text = exact.scale > 0 ? `${value.slice(0, -exact.scale)}.${value.slice(-exact.scale)}` : value;
  const tree = holding(quantity, price, rate, text, unit);
  const digits = digitsFor(explained(tree, { currency_code: unit }));
  const shown = tree.children.map((child) => read(valueText(child, amountText(false), digits)));
  expect(roundDecimal(shown.reduce(multiplyDecimals), places)).toEqual(roundDecimal(exact, places));
});

test("short factors stay short, and left-out entries need no digits", () => {
  expect(digitsFor(explained(holding("2.5", "2500.5", "1", "6251.25")))).toBe(6);
  const gap = node({ operation: "gap", children: [node({ measure: "quantity", value: "0.123456789012345678" })] });
  expect(digitsFor(explained(node({ operation: "sum", value: "0", children: [gap] })))).toBe(6);
});

test("the answer of a source keeps all its digits", () => {
  const quotes = [node({ measure: "price", value: "1.0000000000000001" })];
  const price = node({ operation: "average", measure: "price", value: "1.0000000000000001", children: quotes });
  expect(digitsFor(explained(price))).toBe(6);
});
