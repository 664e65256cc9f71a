import { expect, test } from "vitest";
import { shownEvents } from "./events";
import { shiftedPeriod } from "./periods";
import { BASE, valueEvent } from "./value.test-data";

const days = Array.from({ length: 100 }, (_, i) => shiftedPeriod("2025-01-01", "day", i));
const day = (i: number) => days[i] ?? "";
const minor = Array.from({ length: 15 }, (_, i) => valueEvent(`m${i}`, day(20 + i), { is_highlighted: false }));
const events = [valueEvent("b", day(40)), ...minor, valueEvent("a", day(22)), valueEvent("before", "2024-12-31")];
const ids = (range: [number, number], chains: string[] = []) =>
  shownEvents(events, days, range, chains).map(({ id }) => id);

test("of the whole history the highlighted events are marked, in their order", () =>
  expect(ids([0, 99])).toEqual(["a", "b"]));

test("of a part of it at most ten are marked: the highlighted ones and the newest", () => {
  const shown = ids([10, 60]);
  expect(shown).toHaveLength(10);
  expect([shown[0], shown.at(-1), shown.includes("m14"), shown.includes("m0")]).toEqual(["a", "b", true, false]);
});

test("the events of other chains are left out", () => {
  const all = [...events, valueEvent("base", day(50), { chain: BASE })];
  const shown = (chains: string[]) => shownEvents(all, days, [0, 99], chains).map(({ id }) => id);
  expect(shown([BASE._id])).toEqual(["a", "b", "base"]);
  expect(shown(["eip155:1"])).toEqual(["a", "b"]);
});

test("an event belongs to the period that has its day", () => {
  const months = ["2025-01-01", "2025-02-01", "2025-03-01"];
  const [found] = shownEvents([valueEvent("x", "2025-02-20")], months, [0, 2], []);
  expect([found?.period, found?.date]).toEqual([1, "20 Feb 2025"]);
});
