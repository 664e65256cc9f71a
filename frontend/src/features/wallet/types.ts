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
  WalletDayChange,
  WalletKind,
  WalletNetwork,
} from "@spyhop/sdk";

/** Addresses in order, and the nicknames given to them. */
export interface Addresses {
  addresses: string[];
  nicknames: Record<string, string>;
}

/** Wallets that were deleted, with the list that contained them. */
export interface DeletedWallets {
  addresses: readonly string[];
  before: readonly string[];
}

/** The group that wallets are put into. */
export interface GroupChange {
  /** Their ids. */
  wallets: readonly string[];
  /** Empty for no group. */
  group: string;
}
