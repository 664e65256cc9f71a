import { afterEach, expect, test } from "vitest";
import { dayHeading, slashedDate } from "./day";
import { date } from "./time";
import { browserZone, setZone } from "./zone";

afterEach(() => setZone(browserZone()));

test("the day of a moment is that of the zone", () => {
  const moment = "2025-12-31T23:30:00Z";
  setZone("UTC");
  expect([date(moment), slashedDate(moment)]).toEqual(["31 Dec 2025", "12/31/25"]);
  setZone("Europe/Berlin");
  expect([date(moment), slashedDate(moment)]).toEqual(["1 Jan 2026", "01/01/26"]);
  setZone("America/New_York");
  expect(slashedDate("2026-01-01T04:59:59Z")).toBe("12/31/25");
});

test("today begins at midnight of the zone, also when clocks change", () => {
  setZone("Europe/Berlin");
  const now = Date.parse("2026-03-29T22:30:00Z");
  expect(dayHeading("2026-03-29T21:59:00Z", now)).toBe("Yesterday, 03/29/26");
  expect(dayHeading("2026-03-29T22:01:00Z", now)).toBe("Today, 03/30/26");
});

test("a zone that the browser does not know changes nothing", () => {
  setZone("Asia/Tokyo");
  setZone("Nowhere/Else");
  expect(slashedDate("2025-12-31T15:00:00Z")).toBe("01/01/26");
});
