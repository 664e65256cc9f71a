import type { WalletCard } from "./types";

/** A wallet without a value. */
export const walletCard = (over: Partial<WalletCard>): WalletCard => ({
  id: "1",
  address: "0x225f137127d9067788314bc7fcc1f36746a3c3B5",
  display_address: null,
  extended_key: null,
  nickname: null,
  reverse_name: null,
  wallet: null,
  detected: true,
  reason: null,
  reason_code: null,
  chains: [],
  created_on: "2026-11-20T14:00:00Z",
  position: 0,
  resolved_on: null,
  previous_address: null,
  priced: 0,
  reading: 0,
  unpriced: 0,
  total_value: null,
  values: [],
  wallet_metadata: null,
  ...over,
});
