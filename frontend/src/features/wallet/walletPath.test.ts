import { expect, test } from "vitest";
import type { WalletCard } from "./types";
import { walletCard } from "./wallet.test-data";
import { walletAt, walletPath } from "./walletPath";

const ADDRESS = "0x225f137127d9067788314bc7fcc1f36746a3c3B5";
const plain = walletCard({ id: "1", address: ADDRESS, display_address: "harbour.eth" });
const key = walletCard({
  id: "2",
  address:
    "xpub6CUGRUonZSQ4TWtTMmzXdrXDtypWKiKrhko4egpiMZbpiaQL2jkwSB1icqYh2cfDfVxdx4df189oLKnC5fSwqPfgyP3hooxujYzAu3fDVmz",
  extended_key: { short: "xpub6CU…DVmz" } as WalletCard["extended_key"],
});
const wrong = walletCard({ id: "3", address: "no/such address", detected: false });
const bitcoin = walletCard({ id: "4", address: "1BoatSLRHtKNngkdXEeobR76b53LETtpyT" });
const all = [plain, key, wrong, bitcoin];

test("a page has the address of its wallet, but no extended key and no text that is no address", () => {
  expect(all.map(walletPath)).toEqual([
    `/wallets/${ADDRESS}`,
    "/wallets/2",
    "/wallets/3",
    "/wallets/1BoatSLRHtKNngkdXEeobR76b53LETtpyT",
  ]);
});

test("a wallet is found by its address in any case, its id or its name", () => {
  for (const text of [ADDRESS, ADDRESS.toLowerCase(), "1", "harbour.eth"]) expect(walletAt(all, text)).toBe(plain);
  for (const one of all) expect(walletAt(all, decodeURIComponent(walletPath(one).slice("/wallets/".length)))).toBe(one);
});

test("an address without 0x is another one in another case, and an unknown one is none", () => {
  expect(walletAt(all, bitcoin.address.toLowerCase())).toBeUndefined();
  expect(walletAt(all, "0x0000000000000000000000000000000000000000")).toBeUndefined();
});
