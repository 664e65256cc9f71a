import type { DayBalance, getClosingPrices, Portfolio as OwnPortfolio } from "@spyhop/sdk";

export type {
  AddedTokenRow,
  AssetMove,
  AssetOnChain,
  AssetPart,
  AssetRow,
  AssumedDecimals,
  Balance,
  Coverage,
  ExplainNode,
  FailedSource,
  HiddenRow,
  NetworkRow,
  NotLookedFor,
  QuietNetwork,
  Reason,
  Receipt,
  Rest,
  SharedPortfolio,
  StaleSource,
  UnpricedHolding,
  UnreadWallet,
  WalletRow,
} from "@spyhop/sdk";

/** A portfolio as the page shows it. */
export interface Portfolio extends OwnPortfolio {
  /** The addresses of the wallets that it is narrowed to; empty for all wallets. */
  chosen: readonly string[];
}

/** The closing prices of some assets. */
export type ClosingPrices = Awaited<ReturnType<typeof getClosingPrices>>;

/** The token of a visitor's share session; undefined for the user of this browser. */
export type VisitorToken = string | undefined;

/** The change of the total since a day ago. */
export type DayChange = DayBalance;

/** The manual price of an asset; null to use the price of the sources. */
export interface ManualPrice {
  asset: string;
  price: string | null;
}

/** Manual prices to set or to clear, in one currency. */
export interface ManualPrices {
  prices: readonly ManualPrice[];
  currency: string;
}

/** A token contract on a chain. */
export interface TokenPlace {
  chain: string;
  contract_address: string;
}

/** What selling an asset today would gain over its cost, of the quantity with a known cost. */
export interface Gain {
  amount: string;
  /** What the quantity with a known cost did cost. */
  cost: string;
  /** In percent of the cost; null if that is zero. */
  percent: string | null;
  /** The id under which the server explains it. */
  figure: string | undefined;
  /** Whether the cost of a part of the asset is not known. */
  isPartial: boolean;
}
