import { expect, test } from "vitest";
import { isAnyKnown, priceLine } from "./priceLine";
import type { ClosingPrices } from "./types";

const prices = (closing: (string | null)[]): ClosingPrices => ({
  days: closing.map((_, i) => `2026-11-${String(20 + i)}`),
  rows: [{ asset: "eip155:1/slip44:60", prices: closing }],
  currency_code: "USD",
  time_zone: "UTC",
  data_loaded: true,
});

test("the price of now follows the last day, and days before the first known price are left out", () => {
  const line = priceLine(prices([null, null, "2.5", null, "3"]), "3.25");
  expect(line.days).toEqual(["2026-11-22", "2026-11-23", "2026-11-24", "2026-11-25"]);
  expect(line.prices).toEqual(["2.5", null, "3", "3.25"]);
  expect([...line.column]).toEqual([2.5, Number.NaN, 3, 3.25]);
  expect(isAnyKnown(line)).toBe(true);
});

test("an unknown price of now is no zero, and one price alone is no line", () => {
  const line = priceLine(prices(["2.5"]), null);
  expect([...line.column]).toEqual([2.5, Number.NaN]);
  expect(isAnyKnown(line)).toBe(false);
  expect(isAnyKnown(priceLine(prices([null, null]), null))).toBe(false);
});
