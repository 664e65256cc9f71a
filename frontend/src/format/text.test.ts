import { expect, test } from "vitest";
import { avatarLetters, ordinal, plural, shortAddress } from "./text";

test("words", () => {
  expect(plural(1, "wallet")).toBe("1 wallet");
  expect(plural(1204, "wallet")).toBe("1,204 wallets");
  expect(["1st", "2nd", "3rd", "11th", "22nd"]).toEqual([1, 2, 3, 11, 22].map(ordinal));
  expect(shortAddress("0x8a12000000000000000000000000000000c40f00")).toBe("0x8a12…0f00");
  expect(shortAddress("lighthouse.eth")).toBe("lighthouse.eth");
  expect(["wstETH", "ETH", "B-80BAL", "$$$", "…"].map(avatarLetters)).toEqual(["ws", "E", "B", "?", "…"]);
});
