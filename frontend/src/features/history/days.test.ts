import { expect, test } from "vitest";
import { daysOf } from "./days";
import { row } from "./history.test-data";

const at = (day: number, hour: number) => ({ timestamp: new Date(2026, 10, day, hour).toISOString() });
const rows = [row("a", at(20, 13)), row("b", at(20, 9)), row("c", at(19, 22)), row("d", at(16, 20))];
const now = new Date(2026, 10, 20, 14).getTime();

test("entries are grouped by day, in their order", () => {
  const days = daysOf(rows, now, { isFirst: true, isLast: true });
  expect(days.map(({ heading, rows: of }) => `${heading} ${of.length}`)).toEqual([
    "Today, 11/20/26 2",
    "Yesterday, 11/19/26 1",
    "Monday, 11/16/26 1",
  ]);
});

test("a day has its date, and its weekday as it is called from now", () => {
  const days = daysOf(rows, now, { isFirst: true, isLast: true });
  expect(days.map(({ id, weekday }) => `${id} ${weekday}`)).toEqual([
    "11/20/26 Today, Friday",
    "11/19/26 Yesterday, Thursday",
    "11/16/26 Monday",
  ]);
});

test("a day that may go on outside of the page is not counted", () => {
  const whole = (isFirst: boolean, isLast: boolean) => daysOf(rows, now, { isFirst, isLast }).map((day) => day.isWhole);
  expect(whole(true, false)).toEqual([true, true, false]);
  expect(whole(false, true)).toEqual([false, true, true]);
});
