import { expect, test } from "vitest";
import { viewRows } from "./assetView";
import { holdingsCsv } from "./csv";
import { part, portfolio, row } from "./portfolio.test-data";

const lines = (text: string) => text.split("\r\n");

test("each holding is a line with its exact quantity, and a reason if it is not counted", () => {
  const reason = { code: "not_listed" as const, text: "No source lists it." };
  const parts = [part({ amount: "0.000000000000000001" }), part({ value: null, price: null, reason })];
  const shown = portfolio([row("eth", "100", { parts, name: "Ether" })]);
  const [head, first, second, ...rest] = lines(holdingsCsv(shown, viewRows(shown)));
  expect(rest).toEqual([]);
  expect(head?.split(",").length).toBe(first?.split(",").length);
  expect(first).toContain(",0.000000000000000001,100,100,USD,");
  expect(second).toContain(",1,,,USD,No source lists it.");
});

test("a name is never run as a formula, and breaks no line", () => {
  const shown = portfolio([
    row("a", "1", {
      name: '=HYPERLINK("http://evil.example","x")',
      parts: [part({ wallet_label: 'say "hi", now\n' })],
    }),
    row("b", "1", { name: "@SUM(A1)", parts: [part({ symbol: "+1" })] }),
  ]);
  const text = holdingsCsv(shown, viewRows(shown));
  expect(text).toContain(`"'=HYPERLINK(""http://evil.example"",""x"")"`);
  expect(text).toContain("'@SUM(A1),'+1,");
  expect(text).toContain('"say ""hi"", now\n"');
});

test("a debt names its position, and its negative numbers stay numbers", () => {
  const position = { kind: 30, name: "Borrowed", place: "Aave v3" };
  const parts = [part({ position, amount: "-40.5", value: "-81" }), part({ symbol: "-40.5 free" })];
  const shown = portfolio([row("usd", "-81", { parts })]);
  const [, first, second] = lines(holdingsCsv(shown, viewRows(shown)));
  expect(first).toContain(",Aave v3: borrowed,-40.5,100,-81,USD,");
  expect(second).toContain(",'-40.5 free,");
});
