import { afterEach, expect, test } from "vitest";
import { browserZone, setZone } from "../../format/zone";
import { ALL_TIME, datesWords, daysOfDates, periodDays, periodMoments, presetsOf, readPeriod } from "./period";

const TODAY = "2026-11-27";
const option = (value: string, count: number) => ({ value, label: value, mark: null, count });

afterEach(() => setZone(browserZone()));

test("the presets are recent days, months, years with their counts, and all time", () => {
  const presets = presetsOf(TODAY, [option("2026", 702), option("2025", 588)]);
  expect(presets.map(({ label, dates, count }) => [label, ...dates.year, ...(dates.period ?? []), count])).toEqual([
    ["Today", "2026-11-27", "2026-11-27", undefined],
    ["Last 7 days", "2026-11-21", "2026-11-27", undefined],
    ["Last 30 days", "2026-10-29", "2026-11-27", undefined],
    ["This month", "2026-11-01", "2026-11-27", undefined],
    ["Last month", "2026-10-01", "2026-10-31", undefined],
    ["This year", "2026", 702],
    ["2025", "2025", 588],
    ["All time", undefined],
  ]);
  // The server does not offer a year without entries.
  expect(presetsOf(TODAY, [])[5]?.dates).toEqual({ year: [], period: ["2026-01-01", TODAY] });
});

test.each([
  [ALL_TIME, "All time"],
  [{ year: ["2025"], period: null }, "2025"],
  [{ year: ["2025", "2023"], period: null }, "2025 +1"],
  [{ year: [], period: ["2026-11-21", TODAY] as const }, "Last 7 days"],
  [{ year: [], period: ["2026-11-01", TODAY] as const }, "This month, 1–27 Nov"],
  [{ year: [], period: ["2025-09-08", "2025-09-08"] as const }, "8 Sept 2025"],
  [{ year: [], period: ["2025-09-08", "2025-11-03"] as const }, "8 Sept – 3 Nov 2025"],
  [{ year: [], period: ["2024-12-30", "2025-01-02"] as const }, "30 Dec 2024 – 2 Jan 2025"],
])("the dates %j in words", (dates, words) => {
  expect(datesWords(dates, TODAY)).toBe(words);
});

test("the days of the fields follow from years and periods, up to today", () => {
  expect(daysOfDates({ year: ["2025"], period: null }, TODAY)).toEqual(["2025-01-01", "2025-12-31"]);
  expect(daysOfDates({ year: ["2026"], period: null }, TODAY)).toEqual(["2026-01-01", TODAY]);
  expect(daysOfDates(ALL_TIME, TODAY)).toBeNull();
});

test.each([
  ["UTC", "2025-09-08T00:00:00Z", "2025-09-08T23:59:59Z"],
  ["Europe/Stockholm", "2025-09-07T22:00:00Z", "2025-09-08T21:59:59Z"],
  ["Asia/Kathmandu", "2025-09-07T18:15:00Z", "2025-09-08T18:14:59Z"],
  ["Pacific/Kiritimati", "2025-09-07T10:00:00Z", "2025-09-08T09:59:59Z"],
  ["Pacific/Pago_Pago", "2025-09-08T11:00:00Z", "2025-09-09T10:59:59Z"],
])("days are those of the zone %s", (zone, from, to) => {
  setZone(zone);
  expect(periodMoments(["2025-09-08", "2025-09-08"])).toEqual([from, to]);
  expect(periodDays([from, to])).toEqual(["2025-09-08", "2025-09-08"]);
});

test("a day begins after the hour that a clock change skips, and may be 23 hours long", () => {
  setZone("Africa/Cairo");
  expect(periodMoments(["2026-04-24", "2026-04-24"])).toEqual(["2026-04-23T22:00:00Z", "2026-04-24T20:59:59Z"]);
});

test("moments that a link names stay as they are, and nonsense is no period", () => {
  const moments = ["2025-09-08T00:00:00Z", "2025-09-09T00:00:00Z"] as const;
  expect(readPeriod(...moments)).toEqual(moments);
  expect(periodMoments(moments)).toEqual(moments);
  const not = [
    ["today", "2025-09-08"],
    ["2025-02-31", "2025-09-08"],
    ["2025-09-09", "2025-09-08"],
    ["0202-09-09", "2025-09-08"],
    ["2025-09-08", moments[1]],
  ] as const;
  expect(not.map(([from, to]) => readPeriod(from, to))).toEqual([null, null, null, null, null]);
});
