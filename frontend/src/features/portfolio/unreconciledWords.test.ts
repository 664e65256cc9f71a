import { expect, test } from "vitest";
import { unreconciledWords } from "./unreconciledWords";

test("the accounts whose history does not explain their balance are counted", () => {
  expect(unreconciledWords({ differing: 0, incomplete: 0 })).toEqual([]);
  expect(unreconciledWords({ differing: 1, incomplete: 0 })).toEqual(["1 account doesn't add up to its balance"]);
  expect(unreconciledWords({ differing: 0, incomplete: 1 })).toEqual(["1 account incomplete"]);
  expect(unreconciledWords({ differing: 2, incomplete: 5 })).toEqual([
    "2 accounts don't add up to their balance",
    "5 incomplete",
  ]);
});
