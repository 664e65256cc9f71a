import { expect, test } from "vitest";
import { preview, row } from "./file.test-data";
import { countingRows, headlineOf, othersOf, rowCount, rowsWith, statusOf } from "./rows";

const counts = (counting: number, listed: number, unlisted: number, unchanging: number, unreadable: number) =>
  preview({
    counting_count: counting,
    listed_count: listed,
    unlisted_count: unlisted,
    unchanging_count: unchanging,
    unreadable_count: unreadable,
  });

test.each([
  [0, "No row of this file would count."],
  [1, "1 row counts."],
  [1200, "1,200 rows count."],
])("%i rows in a sentence", (rows, text) => expect(headlineOf(rows)).toBe(text));

test("each status has its sentence, in the singular too, and none is said of what there is not", () => {
  expect(othersOf(counts(120, 15, 0, 2, 3), "Kraken", false)).toBe(
    "15 count already. 2 changed nothing. 3 cannot be read.",
  );
  expect(othersOf(counts(0, 1, 1, 1, 1), "Kraken", false)).toBe(
    "1 is not in Kraken's lists. 1 counts already. 1 changed nothing. 1 cannot be read.",
  );
  expect(othersOf(counts(1, 0, 4, 0, 0), "Kraken", false)).toBe("4 are not in Kraken's lists.");
  expect(othersOf(counts(1, 0, 4, 0, 0), "Kraken", true)).toBe("");
});

test("rows that the lists do not have count by choice", () => {
  const found = counts(2, 1, 3, 1, 1);
  expect([rowCount(found), countingRows(found, false), countingRows(found, true)]).toEqual([8, 2, 5]);
  const unlisted = row({ verdict: "unlisted" });
  expect([statusOf(unlisted, false), statusOf(unlisted, true), statusOf(row(), true)]).toEqual([
    ...["unlisted", "counts", "counts"],
  ]);
});

test("what cannot be read is first, then the order is that of the file", () => {
  expect(rowsWith(preview(), null).map(({ line }) => line)).toEqual([7, 2, 3, 4, 5, 6]);
  expect(rowsWith(preview(), "counts").map(({ line }) => line)).toEqual([2, 3]);
});
