import { expect, test } from "vitest";
import { viewRows } from "./assetView";
import { marksOf } from "./marks";
import { part, portfolio, row } from "./portfolio.test-data";

test("a holding that is in no total keeps the mark and the colour of its asset", () => {
  const parts = [part({ asset: "eip155:1/slip44:60" }), part({ asset: "eip155:10/slip44:60" })];
  const own = portfolio([row("eth", "5", { mark: "/marks/eth.svg", parts })]);
  const marks = marksOf(own, viewRows(own), new Map([["eth", "var(--c1)"]]));
  expect(marks.assets.get("eip155:10/slip44:60")).toEqual({ mark: "/marks/eth.svg", colour: "var(--c1)" });
});
