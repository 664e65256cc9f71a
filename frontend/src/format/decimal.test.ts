import { describe, expect, test } from "vitest";
import {
  compareDecimals,
  decimalText,
  fractionOf,
  parseDecimal,
  roundDecimal,
  subtractDecimals,
  sumOf,
} from "./decimal";

const d = (text: string) => {
  const value = parseDecimal(text);
  if (!value) throw new Error(`${text} is no decimal`);
  return value;
};

describe("decimal", () => {
  test("sums and differences are exact, and what is not known is left out", () => {
    expect(sumOf(["0.1", "0.2", null])).toBe("0.3");
    expect(sumOf(["340282366920938463463374607431768211456", "0.000000000000000001"])).toBe(
      "340282366920938463463374607431768211456.000000000000000001",
    );
    expect(sumOf([null])).toBeNull();
    expect(decimalText(subtractDecimals(d("0.3"), d("0.25")))).toBe("0.05");
  });

  test.each([
    ["0.125", 2, "0.12"],
    ["0.135", 2, "0.14"],
    ["0.1251", 2, "0.13"],
    ["-2.5", 0, "-2"],
    ["-3.5", 0, "-4"],
    ["7", 2, "7.00"],
    ["99999999999999999999999999999999999999.995", 2, "100000000000000000000000000000000000000.00"],
  ])("%s to %i places is %s", (text, places, want) => {
    expect(decimalText(roundDecimal(d(text), places))).toBe(want);
  });

  test("refuses what is no plain decimal", () => {
    for (const text of ["", "1e5", "NaN", "Infinity", "1,000", ".5", "0x10"]) expect(parseDecimal(text)).toBeNull();
  });

  test("orders exactly, whatever the scale", () => {
    expect(compareDecimals(d("1.10"), d("1.1"))).toBe(0);
    expect(compareDecimals(d("0.1"), d("0.09"))).toBe(1);
  });

  test("a fraction is for drawing only and never leaves 0 to 1 upwards of nothing", () => {
    expect(fractionOf(d("1"), d("4"))).toBe(0.25);
    expect(fractionOf(d("1"), d("0"))).toBe(0);
    expect(fractionOf(d("-1"), d("4"))).toBe(0);
  });
});
