import { expect, test } from "vitest";
import { EVERYTHING, filterWords } from "./filter";

test("a filter is repeated in words", () => {
  expect(filterWords({ search: "node", chain: "eip155:1", days: 7 }, "Ethereum")).toBe(
    "Nothing matches “node” on Ethereum in the last 7 days.",
  );
  expect(filterWords({ ...EVERYTHING, search: "x" }, "")).toBe("Nothing matches “x”.");
});
