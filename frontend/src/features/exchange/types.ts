import type { ExchangeFileRow, SaveExchangeAccountRequest } from "@spyhop/sdk";

export type {
  AccountHistory,
  AssetPart,
  AssetRow,
  CodeCandidate,
  Difference,
  ExchangeAccount,
  ExchangeAccountRequest,
  ExchangeCode,
  ExchangeField,
  ExchangeFile,
  ExchangeFileAmount,
  ExchangeFileForm,
  ExchangeFilePreview,
  ExchangeFileRow,
  ExchangeKey,
  ExchangeMarketRow as ExchangeMarket,
  ExchangeProfile,
  HistoryGap,
  KeyWarning,
  OAuthProfile,
  Portfolio,
} from "@spyhop/sdk";

/** What a person entered to connect an account. */
export type KeyEntry = SaveExchangeAccountRequest;

/** What would become of a row of a file. */
export type FileRowStatus = ExchangeFileRow["verdict"];

/** Why an account was not connected or renamed, in words. */
export interface Refusal {
  /** What is wrong with a field, by its name. */
  fields: Readonly<Record<string, string>>;
  /** What is wrong besides; empty if a field is named. */
  text: string;
  /** Whether the person has to sign up first. */
  needsAccount: boolean;
}
