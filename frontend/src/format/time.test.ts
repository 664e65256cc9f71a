import { expect, test } from "vitest";
import { age, ago, clockWithin, until, withDates } from "./time";

test("ages", () => {
  const now = Date.parse("2026-11-20T14:02:00Z");
  expect(age("2026-11-20T14:01:30Z", now)).toBe("just now");
  expect(ago("2026-11-20T13:21:00Z", now)).toBe("41 min ago");
  expect(age("2026-11-20T09:00:00Z", now)).toBe("5 h");
  expect(ago("2025-09-08T12:00:00Z", now)).toBe("on 8 Sept 2025");
  expect(until("2026-11-20T14:02:40Z", now)).toBe("in 40 s");
  expect(until("2026-11-20T14:00:00Z", now)).toBe("now");
});

test("a time in a column carries its date once it is older than a day", () => {
  const now = Date.parse("2026-11-20T14:02:00Z");
  expect(clockWithin("2026-11-20T08:00:05Z", now)).toMatch(/^\d\d:00:05$/);
  expect(clockWithin("2026-11-18T12:00:00Z", now)).toMatch(/^\d\d:00, 1[89] Nov 2026$/);
});

test("a calendar day in a sentence reads as other dates do, and is no other day in any zone", () => {
  expect(withDates("for 1 USD, rates of 2026-11-01")).toBe("for 1 USD, rates of 1 Nov 2026");
  expect(withDates("from 2026-11-20T15:00:00Z, 2026-13-45 and 12026-11-200")).toBe(
    "from 2026-11-20T15:00:00Z, 2026-13-45 and 12026-11-200",
  );
});
