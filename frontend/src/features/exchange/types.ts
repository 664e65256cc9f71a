import type { SaveExchangeAccountRequest } from "@spyhop/sdk";

export type {
  AccountHistory,
  AssetPart,
  AssetRow,
  Difference,
  ExchangeAccount,
  ExchangeAccountRequest,
  ExchangeField,
  ExchangeKey,
  ExchangeProfile,
  HistoryGap,
  KeyWarning,
  Portfolio,
} from "@spyhop/sdk";

/** What a person entered to connect an account. */
export type KeyEntry = SaveExchangeAccountRequest;

/** Why an account was not connected or renamed, in words. */
export interface Refusal {
  /** What is wrong with a field, by its name. */
  fields: Readonly<Record<string, string>>;
  /** What is wrong besides; empty if a field is named. */
  text: string;
  /** Whether the person has to sign up first. */
  needsAccount: boolean;
}
