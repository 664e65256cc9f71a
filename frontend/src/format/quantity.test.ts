import { describe, expect, test } from "vitest";
import { changeInPercent, percent, percentChange, percentOf, quantity, shortQuantity } from "./quantity";

describe("quantity", () => {
  test.each([
    ["96.40310000", "96.4031"],
    ["742.15", "742.15"],
    ["28.1", "28.10"],
    ["90000", "90,000.00"],
    ["1204.5512", "1,204.55"],
    ["0.02131234", "0.02131"],
    ["0.5", "0.5"],
    ["0.000000000000000001", "0.000000000000000001"],
    ["0.00", "0"],
  ])("%s reads %s", (amount, want) => expect(quantity(amount)).toBe(want));

  test.each([
    ["999999999999", "999,999,999,999.00"],
    ["1230000000000", "1.23T"],
    ["5600000000000000000", "5.60E"],
    ["340282366920938463463374607431768211456", "3.40 × 10^38"],
  ])("%s is short as %s", (amount, want) => expect(shortQuantity(amount)).toBe(want));

  test("percent", () => {
    expect(percent("25.617")).toBe("25.6%");
    expect(percent("25.617", 2)).toBe("25.62%");
    expect(percent("0.0001", 2)).toBe("<0.01%");
    expect(percentChange("0.981")).toBe("+0.98%");
    expect(percentChange("-0.981")).toBe("−0.98%");
    expect(percentChange("0")).toBe("0.00%");
    expect([percentChange("0.00012"), percentChange("-0.000000017")]).toEqual(["+<0.01%", "−<0.01%"]);
    expect(percentOf("177833.52", "328935.09")).toBe("54.06%");
    expect(percentOf("1", "0")).toBe("?");
    expect([changeInPercent("80", "100"), changeInPercent("3", "2.00")]).toEqual(["25.00000", "-33.33333"]);
    expect([changeInPercent("0", "1"), changeInPercent("-5", "1"), changeInPercent("x", "1")]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
