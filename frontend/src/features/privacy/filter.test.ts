import { expect, test } from "vitest";
import { EVERYTHING, inWords } from "./filter";

test("a filter is repeated in words", () => {
  expect(inWords({ search: "node", chain: "eip155:1", days: 7 }, "Ethereum")).toBe(
    "Nothing matches “node” on Ethereum in the last 7 days.",
  );
  expect(inWords({ ...EVERYTHING, search: "x" }, "")).toBe("Nothing matches “x”.");
});
