import { expect, test } from "vitest";
import { partsOf, seriesOf } from "./chartData";
import { figuresOf } from "./figures";
import { BASE, valueGraph, valueRow } from "./value.test-data";
import { viewOf } from "./valueView";

const { NaN: NONE } = Number;
const view = { ...viewOf(new URLSearchParams()), hidesDust: false };
const assets = [
  valueRow("A", ["50", "60"]),
  valueRow("B", ["40", "50"]),
  valueRow("C", ["30", "40"]),
  valueRow("D", ["20", "30"]),
  valueRow("E", ["10", "0.5"]),
  valueRow("F", ["7"], { chain: BASE }),
  valueRow("", ["0.1", "0.2"], { asset: null, asset_count: 80 }),
];
const answer = valueGraph(assets, ["157.1", "180.7"], { cost: ["200", "100"] });

test("the largest token is the lowest band, and everything else is on top", () => {
  const { bands, tokens } = partsOf(answer, view, 1);
  expect(bands.map(({ id }) => id)).toEqual(["a", "b", "c", "d", "other"]);
  expect(tokens.map(({ coin }) => coin)).toEqual(["a", "b", "c", "d", "e", "f"]);
});

test("the figures of a period are from the top, exact, and compared with the cost", () => {
  const parts = partsOf(answer, view, 1);
  const first = figuresOf(answer, parts, view, 0);
  expect(first.bands.map(({ band, value, held }) => [band.id, value, held])).toEqual([
    ["other", "17.1", 82],
    ["d", "20", 1],
    ["c", "30", 1],
    ["b", "40", 1],
    ["a", "50", 1],
  ]);
  expect([first.total, first.cost, first.overCost, first.dust]).toEqual(["157.1", "200", "-42.9", null]);
  expect(figuresOf(answer, parts, view, 1).overCost).toBe("80.7");
});

test("dust leaves the tokens and everything else, and is stated apart", () => {
  const { bands, tokens, dust } = partsOf(answer, { ...view, hidesDust: true }, 1);
  expect(tokens.map(({ coin }) => coin)).toEqual(["a", "b", "c", "d"]);
  expect(bands.map(({ id }) => id)).toEqual(["a", "b", "c", "d"]);
  const figures = figuresOf(answer, { rows: assets, bands, tokens, dust }, view, 0);
  expect([figures.total, figures.dust?.value, figures.dust?.held]).toEqual(["157.1", "17.1", 82]);
});

test("a chain has its own total and no cost", () => {
  const chosen = { ...view, chains: [BASE._id] };
  const parts = partsOf(answer, chosen, 1);
  const { total, cost } = figuresOf(answer, parts, chosen, 0);
  expect([total, cost]).toEqual(["7", null]);
  const series = seriesOf(answer, parts, chosen);
  expect([series.cost, ...series.total.slice(-2)]).toEqual([null, 7, 0]);
});

test("the periods before the history have no value, and those before the whole history are marked", () => {
  const partial = { ...answer, coverage: { ...answer.coverage, known_since: "2025-09-09T10:00:00Z" } };
  const series = seriesOf(partial, partsOf(partial, view, 1), view);
  expect([series.days.length, series.start, series.knownFrom]).toEqual([30, 28, 29]);
  expect([...series.total.slice(26)]).toEqual([NONE, NONE, 157.1, 180.7]);
  expect(series.bands.map(({ values }) => values[28])).toEqual([50, 40, 30, 20, 17.1]);
});
