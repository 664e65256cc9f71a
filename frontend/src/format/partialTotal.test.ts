import { expect, test } from "vitest";
import { addedTotals, isNothing, isUnpriced, totalText } from "./partialTotal";

const total = (value: string, left_out = 0) => ({ value, left_out });
const money = (amount: string) => `$${amount}`;

test("parts are added exactly, with everything that they leave out", () => {
  expect(addedTotals([total("0.1", 1), total("0.2"), total("40", 2)])).toEqual(total("40.3", 3));
  expect(addedTotals([])).toEqual(total("0"));
});

test("a sum without any known price is not nothing", () => {
  expect([total("0"), total("0", 2), total("3", 2)].map(isNothing)).toEqual([true, false, false]);
  expect([total("0"), total("0", 2), total("3", 2)].map(isUnpriced)).toEqual([false, true, false]);
  expect([total("0", 2), total("3", 2), undefined].map((one) => totalText(one, money))).toEqual([
    "No price",
    "$3",
    "$0",
  ]);
});
