import { expect, test } from "vitest";
import { readPrice } from "./typedPrice";

test.each([
  ["1.25", "1.25"],
  [" 1.250 ", "1.250"],
  ["+3", "3"],
  ["0", "0"],
  ["1,250", "1250"],
  ["1,250.00", "1250.00"],
  ["12,345,678.9", "12345678.9"],
])("%s is a price", (text, price) => {
  expect(readPrice(text)).toEqual({ price });
});

test.each([
  ["1,25", "1.25"],
  ["0,5", "0.5"],
  ["1.250,00", "1250.00"],
  ["1 250,5", "1250.5"],
  ["1250,125", "1250.125"],
])("%s needs a confirmation and is never read as thousands", (text, meant) => {
  expect(readPrice(text)).toEqual({ problem: `Use a point before the decimals. Did you mean ${meant}?`, meant });
});

test.each(["", "abc", "1e5", "1.2.3", "1,2,3", "12,34.5", "1,,000", "-1", "$5", "1".repeat(61)])(
  "%s is no price",
  (text) => {
    const read = readPrice(text);
    expect("problem" in read && read.problem.length > 10 && read.meant === undefined).toBe(true);
  },
);
