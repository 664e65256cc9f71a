import { expect, test } from "vitest";
import { amountText } from "../../format/amounts";
import { assetName, entriesPath, inDisplay, reconciledPercent, sizeWords, sumOf, valueWords } from "./reconciliation";
import { difference, reconciled } from "./reconciliation.test-data";

const shown = amountText(false);
const dollars = { currency: "USD", rate: "1" };

test.each([
  ["1500", "2000", "75.00%"],
  ["2000", "2000", "100%"],
  ["1999.9999", "2000", "99.99%"],
  ["0.0001", "2000", "<0.01%"],
  ["0", "2000", "0%"],
])("%s of %s reconciled reads %s", (part, whole, want) =>
  expect(reconciledPercent(reconciled({ reconciled: part, value: whole }))).toBe(want),
);

test("without a value there is no share", () => {
  expect(reconciledPercent(reconciled({ reconciled: "0", value: "0" }))).toBeNull();
});

test("the size has the sign of the balance minus the history, and a value in the display currency", () => {
  expect(sizeWords(difference(), shown)).toBe("+0.1219 stETH");
  expect(sizeWords(difference({ difference: "-1034.12", symbol: "USDC" }), shown)).toBe("\u22121,034.12 USDC");
  expect(valueWords(difference(), dollars, shown)).toBe("+$416.36");
  expect(valueWords(difference({ value: "-100" }), { currency: "EUR", rate: "0.9" }, shown)).toBe("\u2212€90.00");
  expect(inDisplay("12.5", { currency: "JPY", rate: "150.2" })).toBe("1877.50");
});

test("an unknown size or value is not zero", () => {
  const unknown = difference({ difference: null, value: null });
  expect(sizeWords(unknown, shown)).toBe("Size unknown");
  expect(valueWords(unknown, dollars, shown)).toBe("Value unknown");
  expect(sumOf([difference({ value: "-10" }), difference({ value: "2.5" }), unknown])).toEqual({
    value: "12.5",
    unknown: 1,
  });
  expect(sumOf([unknown])).toEqual({ value: null, unknown: 1 });
});

test("a token without a symbol has its contract as a name", () => {
  expect(assetName(difference())).toBe("stETH");
  expect(assetName(difference({ symbol: "" }))).toBe("Unknown token 0xae7a…fE84");
});

test("the entries of a difference are those of its asset and account, with dust", () => {
  const { pathname, searchParams } = new URL(entriesPath(difference()), "http://localhost");
  expect(pathname).toBe("/intelligence/transaction-history");
  expect(Object.fromEntries(searchParams)).toEqual({
    asset: "eip155:1/erc20:0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84",
    wallet: "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
    dust: "show",
  });
});

test("an extended key is not written to a URL", () => {
  const account = `bip122:000000000019d6689c085ae165831e93:xpub${"6".repeat(107)}`;
  expect(entriesPath(difference({ account }))).not.toContain("xpub");
});
