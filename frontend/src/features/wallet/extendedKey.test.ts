import { expect, test } from "vitest";
import { isScanning, kindsOf, limitWords, scanWords, type WalletKey } from "./extendedKey";

const key = (over: Partial<WalletKey>): WalletKey => ({
  short: "zpub6rFR…tZYs",
  scripts: ["wpkh"],
  addresses_used: 0,
  addresses_looked_at: 0,
  addresses_watched: 0,
  scanned_on: null,
  gap_limit: 20,
  is_full: false,
  ...over,
});

test("kinds of addresses are named as people know them", () => {
  expect(kindsOf({ scripts: ["wpkh"] })).toBe("native segwit");
  expect(kindsOf({ scripts: ["pkh", "wpkh", "tr", "sh-wpkh"] })).toBe(
    "legacy, native segwit, taproot and nested segwit",
  );
});

test("a key is being scanned until each of its addresses was scanned", () => {
  expect(scanWords(key({}))).toBe("Scanning · 0 addresses checked");
  expect(scanWords(key({ addresses_looked_at: 1, addresses_watched: 40 }))).toBe("Scanning · 1 address checked");
  const done = key({ addresses_used: 7, addresses_looked_at: 47, addresses_watched: 47 });
  expect(isScanning(done)).toBe(false);
  expect(scanWords(done)).toBe("7 addresses used of 47 checked");
});

test("a key says where its search ends", () => {
  expect(limitWords(key({ gap_limit: 30 }))).toBe("Addresses after 30 unused ones are not searched.");
});
