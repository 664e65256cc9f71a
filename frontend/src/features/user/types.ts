export type { Plan, User, UserWallet } from "@spyhop/sdk";

/** Addresses in order, and the nicknames given to them. */
export interface WalletList {
  addresses: string[];
  nicknames: Record<string, string>;
}
