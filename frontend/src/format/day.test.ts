import { expect, test } from "vitest";
import { dayHeading, slashedDate } from "./day";

const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 30).toISOString();
const now = new Date(2026, 10, 20, 0, 45).getTime();

test("dates have two digits each, month first", () => {
  expect(slashedDate(at(9, 12))).toBe("11/09/26");
});

test("a day is named by the calendar, not by 24 hours", () => {
  expect(dayHeading(at(20, 0), now)).toBe("Today, 11/20/26");
  expect(dayHeading(at(19, 23), now)).toBe("Yesterday, 11/19/26");
  expect(dayHeading(at(19, 0), now)).toBe("Yesterday, 11/19/26");
  expect(dayHeading(at(18, 23), now)).toBe("Wednesday, 11/18/26");
});
