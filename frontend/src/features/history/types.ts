import type {
  GetEntryData,
  SearchTransactionData,
  SearchTransactionRequest,
  TransactionRow,
  TransactionSortKey,
} from "@spyhop/sdk";

export type {
  AccountHistory as AccountProgress,
  DecodingState as Decoding,
  EntryMark,
  Fact as RawFact,
  FilterOption,
  GetTransactionFilterData as HistoryFilters,
  HistoryCoverage,
  HistoryGap,
  Party,
  TransactionLeg as Leg,
  TransferMatch,
} from "@spyhop/sdk";

export type SortKey = TransactionSortKey;
/** Several conditions of one key are alternatives. */
export type Condition = NonNullable<SearchTransactionRequest["conditions"]>[number];
/** The conditions of the page; the server has more. */
export type ConditionKey = Extract<Condition["key"], "search" | "year" | "asset" | "method" | "wallet" | "dust">;

/** A disposal whose cost is not known. */
export interface CostGap {
  asset: string;
  symbol: string;
  amount: string;
}

/** What is held of an asset, and what it cost. */
export interface CostState {
  quantity: string;
  cost: string | null;
  average: string | null;
}

/** How an entry changes the cost basis of one asset. */
export interface CostChange {
  asset: string;
  symbol: string;
  before: CostState | null;
  after: CostState | null;
  realized: string | null;
  gap: { quantity: string; text: string } | null;
}

/** A request as the page sends it, with all fields. */
export type PageRequest = Required<SearchTransactionRequest>;

/** An entry: what one transaction changed in one account. The cost basis is optional: this server may not compute it. */
export type HistoryRow = TransactionRow & { cost_gap?: CostGap | null };

/** A page of entries, with the ids under which its figures are explained where the server explains them. */
export type HistoryPage = Omit<SearchTransactionData, "results"> & {
  results: HistoryRow[];
  figures?: Record<string, string>;
};

export type EntryDetails = Omit<GetEntryData, "row"> & { row: HistoryRow; cost?: CostChange[] | null };
