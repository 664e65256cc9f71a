import { expect, test } from "vitest";
import type { UserWallet } from "./types";
import { walletsToKeep } from "./walletsToKeep";

const wallet = (position: number, address: string, own: Partial<UserWallet> = {}): UserWallet => ({
  id: address,
  address,
  display_address: null,
  extended_key: null,
  nickname: null,
  group: null,
  wallet: null,
  detected: true,
  reason: null,
  reason_code: null,
  chains: [],
  created_on: "2026-11-20T14:00:00Z",
  position,
  resolved_on: null,
  previous_address: null,
  ...own,
});

test("a name is kept as the name, never as the address that the demo resolved it to", () => {
  const taken = walletsToKeep([
    wallet(1, "0xinvented", { display_address: "alice.eth", nickname: "Alice" }),
    wallet(0, "0xwritten", { nickname: "Savings" }),
    wallet(2, "not read", { detected: false }),
  ]);
  expect(taken).toEqual({
    addresses: ["0xwritten", "alice.eth", "not read"],
    nicknames: { "0xwritten": "Savings", "alice.eth": "Alice" },
  });
});
