import { afterEach, expect, test } from "vitest";
import { browserZone, setZone } from "../../../format/zone";
import { preview } from "./file.test-data";
import { dayProblems, rowDays, spanWords, timesOf } from "./span";

afterEach(() => setZone(browserZone()));

const NOW = Date.parse("2024-02-09T12:00:00Z");
const ROWS = { first: "2024-02-03", last: "2024-02-05" };
const seconds = (at: string) => Date.parse(at) / 1000;

test("the days are those of the rows in the zone of the person", () => {
  setZone("UTC");
  expect(rowDays(preview())).toEqual(ROWS);
  setZone("Pacific/Auckland");
  expect(rowDays(preview({ starts_on: "2024-02-03T12:30:00Z" }))).toEqual({ first: "2024-02-04", last: "2024-02-06" });
  expect(rowDays(preview({ starts_on: null, ends_on: null }))).toBeNull();
});

test.each([
  ["those of the rows", ROWS, "", ""],
  ["a longer span", { first: "2020-01-01", last: "2024-02-09" }, "", ""],
  ["a later first day", { first: "2024-02-04", last: "2024-02-05" }, "The file has rows before this day.", ""],
  ["an earlier last day", { first: "2024-02-03", last: "2024-02-04" }, "", "The file has rows after this day."],
  ["a day to come", { first: "2024-02-03", last: "2024-02-10" }, "", "This day is in the future."],
  ["no days", { first: "", last: "2024-02-31" }, "Enter a day.", "Enter a day."],
])("%s", (_, days, first, last) => {
  setZone("UTC");
  expect(dayProblems(days, ROWS, NOW)).toEqual({ first, last });
});

test("a day that was not changed stands for its row; others are whole, in the zone of the person", () => {
  setZone("UTC");
  expect(timesOf({ ...ROWS, isFromStart: false }, ROWS, NOW)).toEqual({});
  setZone("Europe/Berlin");
  expect(timesOf({ first: "2024-01-01", last: "2024-02-06", isFromStart: false }, ROWS, NOW)).toEqual({
    start_datetime: seconds("2023-12-31T23:00:00Z"),
    end_datetime: seconds("2024-02-06T22:59:59Z"),
  });
});

test("the last day ends now at the latest, and without anything before, the file has everything from the start", () => {
  setZone("UTC");
  expect(timesOf({ first: ROWS.first, last: "2024-02-09", isFromStart: true }, ROWS, NOW)).toEqual({
    start_datetime: 0,
    end_datetime: NOW / 1000,
  });
});

test.each([
  ["2024-02-03T11:00:00Z", "2024-02-05T11:00:00Z", "3 Feb 2024 to 5 Feb 2024"],
  ["2024-02-05T10:00:00Z", "2024-02-05T11:00:00Z", "5 Feb 2024"],
  ["1970-01-01T00:00:00Z", "2024-02-05T11:00:00Z", "Everything until 5 Feb 2024"],
])("from %s to %s in words", (starts_on, ends_on, words) => {
  setZone("UTC");
  expect(spanWords({ starts_on, ends_on })).toBe(words);
});
