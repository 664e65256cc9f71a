import { expect, test } from "vitest";
import { MARKER, placeEvents } from "./eventPlaces";
import { plotScale } from "./scale";

const event = (period: number) => ({ id: `e${period}`, title: `Event ${period}`, date: "", period });

test("markers are numbered from left to right, and those outside of the span are left out", () => {
  const placed = placeEvents([event(80), event(10), event(200)], plotScale([0, 100], 500, 100, 1));
  expect(placed.map(({ id, number, x }) => [id, number, x])).toEqual([
    ["e10", 1, 50],
    ["e80", 2, 400],
  ]);
});

test("markers are moved apart and stay within the plot, while their lines stay where they belong", () => {
  const placed = placeEvents([event(97), event(98), event(99), event(100)], plotScale([0, 100], 500, 100, 1));
  expect(placed.map(({ x }) => x)).toEqual([485, 490, 495, 500]);
  const places = placed.map(({ at }) => at);
  expect(places.every((at, i) => i === 0 || at - (places[i - 1] ?? 0) >= MARKER)).toBe(true);
  expect(places.at(-1)).toBeLessThanOrEqual(500);
});

test("the newest events are marked where not all have room", () => {
  const all = Array.from({ length: 30 }, (_, i) => event(i));
  const placed = placeEvents(all, plotScale([0, 29], 240, 100, 1));
  expect(placed.map(({ id }) => id)).toEqual(all.slice(-10).map(({ id }) => id));
});
