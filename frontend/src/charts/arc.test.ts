import { describe, expect, it } from "vitest";
import { outline } from "./arc";

const QUARTER = { from: 0, to: Math.PI / 2 };

/** Every point that the path goes to, in its order. */
const points = (path: string): [number, number][] =>
  path
    .split(/(?=[MLA])/)
    .map((step) => (step.match(/-?[\d.]+/g) ?? []).slice(-2).map(Number))
    .map(([x, y]) => [x ?? Number.NaN, y ?? Number.NaN]);

const far = ([ax, ay]: [number, number], [bx, by]: [number, number]) => Math.hypot(ax - bx, ay - by);

describe("outline", () => {
  it("goes clockwise outside and back inside, from the top", () => {
    expect(outline(QUARTER, 50, 100, 0)).toBe("M0 -100A100 100 0 0 1 100 0L50 0A50 50 0 0 0 0 -50Z");
  });

  it("leaves the same gap inside and outside", () => {
    const next = { from: QUARTER.to, to: Math.PI };
    const [, rightOutside, rightInside] = points(outline(QUARTER, 50, 100, 4));
    const [leftOutside, , , leftInside] = points(outline(next, 50, 100, 4));
    if (!rightOutside || !rightInside || !leftOutside || !leftInside) throw new Error("a corner is missing");
    expect(far(rightOutside, leftOutside)).toBeCloseTo(4, 1);
    expect(far(rightInside, leftInside)).toBeCloseTo(4, 1);
  });

  it("takes the long way round for more than half", () => {
    expect(outline({ from: 0, to: 1.5 * Math.PI }, 50, 100, 0)).toBe(
      "M0 -100A100 100 0 1 1 -100 0L-50 0A50 50 0 1 0 0 -50Z",
    );
  });

  it("draws the whole as a circle with a hole, and no gap", () => {
    expect(outline({ from: 0, to: 2 * Math.PI }, 50, 100, 4)).toBe(
      "M0 -100A100 100 0 1 1 0 100A100 100 0 1 1 0 -100ZM0 -50A50 50 0 1 0 0 50A50 50 0 1 0 0 -50Z",
    );
  });

  it("keeps a part that is smaller than the gap as a line in its middle", () => {
    const [from, to] = points(outline({ from: 0, to: 0.002 }, 50, 100, 4));
    expect(from).toEqual(to);
    expect(outline({ from: 0, to: 0.002 }, 50, 100, 4)).not.toContain("NaN");
  });
});
