import { expect, test } from "vitest";
import { amountText } from "../../format/amounts";
import { leg, row } from "./history.test-data";
import { firstLegs, legsOf, legText, noLegsWords, rowQuantity } from "./legs";

const shown = amountText(false);
const out = leg("out", "USDC", "100");
const into = leg("in", "ETH", "1");

test("what went out comes before what came in, and fees are left out", () => {
  const legs = legsOf(row("a", { legs: [into, leg("fee", "ETH", "0.1"), out] }));
  expect(legs.map(({ leg: one, sign }) => `${one.symbol} ${sign}`)).toEqual(["USDC out", "ETH in"]);
});

test("an own transfer is one amount without a sign; a matched one keeps both sides", () => {
  const both = { legs: [out, leg("in", "USDC", "100")], own_transfer: true };
  expect(legsOf(row("a", both)).map(({ sign }) => sign)).toEqual(["none"]);
  expect(legsOf(row("a", { ...both, matched: true })).map(({ sign }) => sign)).toEqual(["out", "in"]);
});

test("of many amounts a row shows one of each direction, and counts the others", () => {
  const { shown, more } = firstLegs(row("a", { legs: [out, leg("out", "DAI", "2"), into, leg("out", "LDO", "3")] }));
  expect(shown.map(({ leg: one }) => one.symbol)).toEqual(["USDC", "ETH"]);
  expect(more).toBe(2);
});

test("an entry without amounts says why", () => {
  expect(noLegsWords(row("a", { legs: [], failed: true }))).toBe("Nothing moved");
  expect(noLegsWords(row("a", { legs: [] }))).toBe("No amount moved");
});

test("an amount whose decimals are not known is no quantity, and a unique token needs none", () => {
  expect(legText(leg("in", "X", null, { raw: "1234" }), shown).quantity).toBe("?");
  expect(legText(leg("in", "ART", "1", { token_id: "78000412123" }), shown)).toMatchObject({
    quantity: "",
    unit: "ART #78000…",
  });
  expect(legText(leg("in", "ART", "3", { token_id: "7" }), shown)).toMatchObject({ quantity: "3.00", unit: "ART #7" });
});

test("a symbol cannot reorder the text around it", () => {
  expect(legText(leg("in", "\u202eCDSU", "1"), shown).unit).toBe("CDSU");
});

test("a long quantity keeps its whole units, and a very small one is never zero", () => {
  expect(rowQuantity("4,100.00")).toBe("4,100.00");
  expect(rowQuantity("1,284,096,421.50")).toBe("1,284,096,421");
  expect(rowQuantity("0.00000000000123")).toBe("<0.000001");
});
