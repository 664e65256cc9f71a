import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ADDRESS_HEADINGS } from "./headings";
import { cellsOf, tableOf } from "./table";

const ADDRESS = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

test.each<[string, string, string[]]>([
  ["a,b,", ",", ["a", "b", ""]],
  [' a ,"b, c"', ",", ["a", "b, c"]],
  ['"One ""1""";x', ";", ['One "1"', "x"]],
  ['="0x12";="a"', ";", ["0x12", "a"]],
  ['"=""0x12""",b', ",", ["0x12", "b"]],
  [`'${ADDRESS},'90s`, ",", [ADDRESS, "'90s"]],
  ["a.eth;'=1+1", ";", ["a.eth", "=1+1"]],
  ['"not closed, ever', ",", ["not closed, ever"]],
  ['12" disk,b', ",", ['12" disk', "b"]],
])("%s is split into cells", (line, separator, cells) => expect(cellsOf(line, separator)).toEqual(cells));

const table = (...lines: string[]) => tableOf(lines, [...lines.keys()]);

test("the separator is the declared one, else the first outside of quotes", () => {
  expect(table("sep=;", "a.eth;One, two")).toMatchObject({ separator: ";", rows: [1] });
  expect(table('"a,b";c')).toMatchObject({ separator: ";", rows: [0] });
  expect(table("a.eth", "b.eth\tx")).toMatchObject({ separator: "\t" });
  expect(table("a.eth")).toMatchObject({ separator: ",", rows: [0] });
});

test("a header names the address column, in several languages", () => {
  expect(table("Label;Wallet address;Account", "x")).toMatchObject({ columns: { address: 1 }, rows: [1] });
  expect(table("Name;Adresse", "x")).toMatchObject({ columns: { address: 1 } });
  expect(table("ADDRESS")).toMatchObject({ columns: { address: 0 }, rows: [] });
});

test("page and server know the same headings", () => {
  const server = readFileSync("../domain/src/upload/headings.rs", "utf8");
  const list = /const ADDRESS: &\[&str\] = &\[(.*?)\n\];/s.exec(server)?.[1] ?? "";
  expect([...list.matchAll(/"(.+)"/g)].map(([, heading]) => heading)).toEqual(ADDRESS_HEADINGS);
});

test("words are a header where an address follows", () => {
  const head = "Transaction Hash,From,Signature of sender";
  expect(table(head, "x,y,z", `x,${ADDRESS},z`)).toEqual({
    separator: ",",
    columns: { address: -1, hashes: new Set([0, 2]) },
    rows: [1, 2],
  });
  for (const lines of [
    [head, "x,y,z"],
    ["Savings, 12345", ADDRESS],
    ["a.eth,Savings", ADDRESS],
    [`${ADDRESS},Savings`, ADDRESS],
  ])
    expect(table(...lines), lines[0]).toMatchObject({ columns: { address: -1 }, rows: [0, 1] });
});
