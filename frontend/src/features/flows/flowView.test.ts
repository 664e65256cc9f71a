import { expect, test } from "vitest";
import { queryOf, viewOf } from "./flowView";

test("the view is kept in the query, without what is the default", () => {
  for (const query of ["", "span=max", "span=5y&flows=gross&chain=eip155%3A1&chain=eip155%3A8453&token=btc"]) {
    const kept = Object.entries(queryOf(viewOf(new URLSearchParams(query))));
    const pairs = kept.flatMap(([name, values]) => values.map((value): [string, string] => [name, value]));
    expect(new URLSearchParams(pairs).toString()).toBe(query);
  }
});

test("by default a year of net flows is shown, and an unknown choice changes nothing", () =>
  expect(viewOf(new URLSearchParams("span=century&flows=x&chain="))).toEqual({
    span: "1y",
    mode: "net",
    chains: [],
    assets: [],
  }));
