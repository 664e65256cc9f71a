import { expect, test } from "vitest";
import { amountText } from "../../format/amounts";
import { basisWords, coveredWords, direction, isQuiet, mainCauses, reasonWords } from "./dayChange";
import type { AssetMove, DayChange } from "./types";

const move = (name: string, change: string): AssetMove => ({
  ...{ group: name, asset: "eip155:1/slip44:60", symbol: name, name, mark: null },
  ...{ price: "1", change, change_percent: "1" },
});
const day = (over: Partial<DayChange> = {}) =>
  ({
    ...{ view: "own", balance: "90", change: "10", change_percent: "11.1", basis: "price_move", reason: null },
    ...{ total: "6476088", compared: "2628646.98", not_compared: 3, pending: false, currency_code: "USD" },
    ...{ at: "2026-11-19T14:00:00Z", coverage: null, figures: {}, moved: [], moved_count: 0, quiet_below: "10" },
    ...over,
  }) as DayChange;

test("a change of a part of the total says of how much it speaks", () => {
  expect(coveredWords(day(), amountText(false))).toBe("for $2.63M of $6.48M");
  expect(coveredWords(day({ not_compared: 0, compared: "6476088" }), amountText(false))).toBeNull();
  expect(coveredWords(day({ total: null }), amountText(false))).toBeNull();
});

test("the basis and the reason for a missing change have words", () => {
  expect(basisWords(day())).toBe("24h change (prices only)");
  expect(basisWords(day({ basis: "snapshot" }))).toBe("24h change");
  expect(reasonWords({ code: "not_requested_yet", text: "x" })).toBe("Getting yesterday's prices…");
  expect(reasonWords({ code: "source_failed", text: "Kraken does not answer." })).toBe("Kraken does not answer.");
  expect(reasonWords(null)).toBe("Not known right now");
});

test("the main contributors moved in the same direction", () => {
  const moved = [move("Bitcoin", "5702.14"), move("Solana", "-4000"), move("Aave", "3000")];
  expect(mainCauses(day({ moved })).map(({ name }) => name)).toEqual(["Bitcoin", "Aave"]);
  expect(mainCauses(day({ moved, change: "-1" })).map(({ name }) => name)).toEqual(["Solana"]);
  expect(mainCauses(day({ moved, change: "0" }))).toEqual([]);
  expect([direction("1"), direction("-0.001"), direction("0")]).toEqual(["Up", "Down", null]);
});

test("a day is quiet when nothing moved by more than ten dollars", () => {
  expect(isQuiet(day({ moved: [move("Ether", "-10")] }))).toBe(true);
  expect(isQuiet(day({ moved: [move("Ether", "-10.01")] }))).toBe(false);
  expect(isQuiet(day({ moved: [move("Ether", "1")], quiet_below: null }))).toBe(false);
});
