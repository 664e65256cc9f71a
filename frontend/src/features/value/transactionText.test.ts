import { expect, test } from "vitest";
import { mainLeg, partiesText, shortParty } from "./transactionText";
import { transaction } from "./value.test-data";

test("addresses of more than sixteen characters are shortened", () => {
  expect(shortParty("1234567890123456")).toBe("1234567890123456");
  expect(shortParty("12345678901234567")).toBe("123456…4567");
  expect(partiesText(transaction)).toBe("Kraken to 0x91ab…7d04");
  expect(partiesText({ ...transaction, from_wallet: null })).toBe("To 0x91ab…7d04");
  expect(partiesText({ ...transaction, to_wallet: null })).toBe("From Kraken");
});

test("what came in is shown, else what went out", () => {
  const [into] = transaction.legs;
  const out = { ...into, role: "out", symbol: "USDC" } as typeof into & { role: "out" };
  expect(mainLeg({ own_transfer: false, legs: [out, into] as never })?.symbol).toBe("BTC");
  expect(mainLeg({ own_transfer: false, legs: [out] as never })?.symbol).toBe("USDC");
  expect(mainLeg({ own_transfer: true, legs: [out, into] as never })?.symbol).toBe("USDC");
  expect(mainLeg({ own_transfer: false, legs: [] })).toBeNull();
});
