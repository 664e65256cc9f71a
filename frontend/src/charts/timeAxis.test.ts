import { expect, test } from "vitest";
import { plotScale } from "./scale";
import { axisLabels, labelStep, type PeriodUnit } from "./timeAxis";

test.each([
  [1, 1],
  [11, 1],
  [12, 2],
  [20, 2],
  [21, 3],
  [400, 3],
])("a span of %i periods has a label for every %i", (count, step) => expect(labelStep(count)).toBe(step));

const DAY_MS = 86_400_000;
const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, i) => new Date(Date.parse(first) + i * DAY_MS).toISOString().slice(0, 10));
const yearsFrom = (first: number, count: number) => Array.from({ length: count }, (_, i) => `${first + i}-01-01`);

const texts = (days: readonly string[], unit: PeriodUnit, width = 700) =>
  axisLabels(days, unit, plotScale([0, days.length - 1], width, 100, 1)).map(({ text }) => text);

test("a few days have a label each", () =>
  expect(texts(daysFrom("2026-11-13", 8), "day")).toEqual(
    ["13", "14", "15", "16", "17", "18", "19", "20"].map((day) => `${day} Nov`),
  ));

test("a month of days has a label for every third one", () =>
  expect(texts(daysFrom("2026-11-01", 30), "day")).toHaveLength(10));

test("five years of days have labels at boundaries of the calendar, and each January has its year", () =>
  expect(texts(daysFrom("2021-11-20", 1827), "day")).toEqual([
    "Jan 2022",
    "Jul",
    "Jan 2023",
    "Jul",
    "Jan 2024",
    "Jul",
    "Jan 2025",
    "Jul",
    "Jan 2026",
    "Jul",
  ]));

test("the first label of months without January has its year", () =>
  expect(texts(daysFrom("2026-05-20", 180), "day")[0]).toBe("Jun 2026"));

test("on a narrow plot fewer labels are shown, and none overlap", () => {
  const days = daysFrom("2021-11-20", 1827);
  const scale = plotScale([0, days.length - 1], 290, 100, 1);
  const labels = axisLabels(days, "day", scale);
  expect(labels.length).toBeGreaterThan(1);
  expect(labels.every(({ period }, i) => i === 0 || scale.x(period) - scale.x(labels[i - 1]?.period ?? 0) >= 66)).toBe(
    true,
  );
});

test("years are labelled by their number", () => expect(texts(yearsFrom(2009, 18), "year")).toContain("2025"));

test("the first label leaves its year to a January beside it", () => {
  const days = Array.from(
    { length: 13 },
    (_, i) => `${i < 2 ? 2025 : 2026}-${String(((i + 10) % 12) + 1).padStart(2, "0")}-01`,
  );
  const scale = { range: [0, 12], width: 430, height: 100, x: (i: number) => i * 33, y: () => 0 } as const;
  expect(
    axisLabels(days, "month", scale)
      .map(({ text }) => text)
      .slice(0, 3),
  ).toEqual(["Nov", "Jan 2026", "Mar"]);
});
