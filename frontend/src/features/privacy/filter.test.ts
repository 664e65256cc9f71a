import { expect, test } from "vitest";
import { EVERYTHING, inWords } from "./filter";

test("a filter is repeated in words", () => {
  expect(inWords({ search: "node", chain: "eip155:1", days: 7 }, "Ethereum")).toBe(
    "No entry that holds “node”, on Ethereum, of the last 7 days.",
  );
  expect(inWords({ ...EVERYTHING, search: "x" }, "")).toBe("No entry that holds “x”.");
});
