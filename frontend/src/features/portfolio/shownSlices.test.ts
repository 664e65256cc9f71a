import { expect, test } from "vitest";
import { REST, type Slice } from "./allocation";
import { legendLines, segmentsOf } from "./shownSlices";

const slice = (id: string, value: string, share: string): Slice =>
  ({ id, name: id, code: id, value, share, colour: `of ${id}` }) as Slice;

const many = [7, 6, 5, 4, 3, 2, 1].map((size) => slice(`s${size}`, `${size}`, `${size}.5`));

test("up to six parts have a line each", () => {
  expect(legendLines(many.slice(0, 6), 0).map(({ id }) => id)).toEqual(["s7", "s6", "s5", "s4", "s3", "s2"]);
});

test("of more parts the others are one line, with their number and their exact share", () => {
  expect(legendLines(many, 0).at(-1)).toMatchObject({ id: REST, code: "2 others", share: "4.0" });
  expect(legendLines([...many, slice(REST, "1", "0.25")], 12).at(-1)).toMatchObject({
    code: "14 others",
    share: "4.25",
  });
});

test("a debt has neither a line nor a segment", () => {
  const slices = [slice("a", "3", "60"), slice("b", "1", "40"), slice("debt", "-2", "-20")];
  expect(legendLines(slices, 0).map(({ id }) => id)).toEqual(["a", "b"]);
  expect(segmentsOf(slices).map(({ part }) => part)).toEqual([expect.closeTo(0.75, 5), expect.closeTo(0.25, 5)]);
});
