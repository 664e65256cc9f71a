import { expect, test } from "vitest";
import { feeSpanKey, feeSpanOf } from "./feeSpans";
import { feeBands, feePeriods } from "./fees";
import { feesOf } from "./fees.test-data";

const DAYS = ["2026-01-01", "2026-02-01", "2026-03-01"];
const [jan, mar] = [DAYS[0] ?? "", DAYS[2] ?? ""];
const six = feesOf(
  "100",
  DAYS,
  [
    ["Ethereum", [jan, "40"], [mar, "20"]],
    ["Arbitrum", [jan, "15"]],
    ["Base", [mar, "10"]],
    ["Bitcoin", [mar, "8"]],
    ["Polygon", [mar, "0.1"]],
    ["OP", [mar, "0.2", 1]],
  ],
  { figures: { "/chains/0/total_fees/value": "f" } },
);

test("four chains have a color of their own, and the others are added exactly", () => {
  const bands = feeBands(six);
  expect(bands.map(({ name, colour, total }) => [name, colour, total.value])).toEqual([
    ["Ethereum", "var(--c1)", "60"],
    ["Arbitrum", "var(--c2)", "15"],
    ["Base", "var(--c3)", "10"],
    ["Bitcoin", "var(--c4)", "8"],
    ["2 others", "var(--c8)", "0.3"],
  ]);
  expect([bands[0]?.figure, bands.at(-1)?.figure, bands.at(-1)?.total.left_out]).toEqual(["f", undefined, 1]);
});

test("a fifth chain alone keeps its name", () =>
  expect(feeBands({ ...six, chains: six.chains.slice(0, 5) }).at(-1)?.name).toBe("Polygon"));

test("every period of the span has its fees, also one without any", () => {
  const periods = feePeriods(six, feeBands(six));
  expect(periods.map(({ day, total }) => [day, total.value, total.left_out])).toEqual([
    ["2026-01-01", "55", 0],
    ["2026-02-01", "0", 0],
    ["2026-03-01", "38.3", 1],
  ]);
  expect(periods[2]?.values.map(({ value }) => value)).toEqual(["20", "0", "10", "8", "0.3"]);
});

test("a year is the span without a choice", () => {
  expect([feeSpanOf(null).key, feeSpanOf("century").key, feeSpanOf("1w").key]).toEqual(["1y", "1y", "1w"]);
  expect([feeSpanKey({ key: "1y" }), feeSpanKey({ key: "all" })]).toEqual([null, "all"]);
});
