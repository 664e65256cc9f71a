import { expect, test } from "vitest";
import { amountText } from "../../format/amounts";
import { explained, node } from "./explanation.test-data";
import { sectionsOf } from "./nodes";
import { stripOf } from "./strip";
import type { Explanation } from "./types";

const words = (explanation: Explanation, digits: number) =>
  stripOf(explanation, amountText(false), digits).map(({ label, text, sign }) => `${sign}${label} ${text}`);

const rate = (value: string, operation: "constant" | "quotient") =>
  node({ operation, measure: "rate", label: "Rate", value, unit: "EUR" });
const price = node({ operation: "average", measure: "price", label: "Price", value: "3412.08" });
const quantity = node({ measure: "quantity", label: "Quantity", unit: "ETH", value: "96.4031" });
const formula = (of: string) => [
  { label: "Quantity", value: "96.4031", unit: "ETH" },
  { label: "Price", value: "3412.08", unit: "USD" },
  { label: "Rate", value: of, unit: "" },
];

test("one asset is quantity × price × rate, and a rate of one is not shown", () => {
  const holding = node({ operation: "product", children: [quantity, price, rate("0.88", "quotient")] });
  expect(words(explained(holding, { formula: formula("0.88") }), 8)).toEqual([
    "Quantity 96.4031 ETH",
    "×Price $3,412.08",
    "×Rate 0.88",
  ]);
  const dollars = node({ operation: "product", children: [quantity, price, rate("1", "constant")] });
  expect(words(explained(dollars, { formula: formula("1") }), 8)).toEqual(["Quantity 96.4031 ETH", "×Price $3,412.08"]);
  expect(sectionsOf(explained(dollars)).map((section) => section.node.label)).toEqual(["Quantity", "Price"]);
});

test("net worth is the sum of its assets, with a rate only where one changes it", () => {
  const holding = (unit: string, of: string) =>
    node({
      operation: "product",
      children: [{ ...quantity, unit }, price, rate(of, of === "1" ? "constant" : "quotient")],
    });
  const worth = (of: string) => node({ operation: "sum", children: [holding("ETH", of), holding("BTC", of)] });
  expect(words(explained(worth("1")), 6)).toEqual(["Sum of 2 assets"]);
  expect(words(explained(worth("0.88")), 6)).toEqual(["Sum of 2 assets", "×Rate 0.88"]);
});
