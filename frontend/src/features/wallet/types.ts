export type {
  AccountHistory,
  DetectedChain,
  Detection,
  Difference,
  RemovalEffectsData as RemovalEffects,
  SearchWalletData,
  UpdateUserWalletRequest,
  User,
  UserWallet,
  WalletCard,
  WalletNetwork,
} from "@spyhop/sdk";

/** Addresses in order, and the nicknames given to them. */
export interface Addresses {
  addresses: string[];
  nicknames: Record<string, string>;
}

/** A wallet that was deleted, with the list that contained it. */
export interface DeletedWallet {
  address: string;
  before: readonly string[];
}
