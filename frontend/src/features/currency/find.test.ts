import { expect, test } from "vitest";
import { found } from "./find";
import type { CurrencyRow } from "./types";

const row = (code: string, name: string, active = true): CurrencyRow => ({
  id: code,
  code,
  name,
  symbol: code,
  decimals: 2,
  rate: active ? "1" : null,
  active,
  as_of: null,
});
const rows = [row("USD", "US dollar"), row("EUR", "Euro"), row("AUD", "Australian dollar"), row("HRK", "Kuna", false)];
const codes = (text: string, chosen = "USD") => found(rows, text, chosen).map(({ code }) => code);

test("a text finds codes first, then names", () => {
  expect(codes("")).toEqual(["USD", "EUR", "AUD"]);
  expect(codes(" eu ")).toEqual(["EUR"]);
  expect(codes("au")).toEqual(["AUD"]);
  expect(codes("dollar")).toEqual(["USD", "AUD"]);
  expect(codes("zzz")).toEqual([]);
});

test("a currency without a rate is offered only to whom it was chosen by", () => {
  expect(codes("kuna")).toEqual([]);
  expect(codes("kuna", "HRK")).toEqual(["HRK"]);
});
