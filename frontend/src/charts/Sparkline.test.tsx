import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Sparkline } from "./Sparkline";

afterEach(cleanup);

const shapes = (prices: readonly number[]) => {
  const { container } = render(<Sparkline prices={prices} />);
  return [container.querySelector("path")?.getAttribute("d"), container.querySelectorAll("circle").length];
};

test("the line goes from the lowest price to the highest, and ends with a dot", () => {
  expect(shapes([1, 3, 2])).toEqual(["M3.0 21.0L38.0 3.0L73.0 12.0", 1]);
});

test("unknown days are gaps, and an unknown last day has no dot", () => {
  expect(shapes([1, Number.NaN, 3, Number.NaN])).toEqual(["M3.0 21.0M49.7 3.0", 0]);
});

test("a price that hardly moves is flat", () => {
  expect(shapes([1, 1.0001])).toEqual(["M3.0 12.1L73.0 11.9", 1]);
  expect(shapes([0, 0])).toEqual(["M3.0 12.0L73.0 12.0", 1]);
});
