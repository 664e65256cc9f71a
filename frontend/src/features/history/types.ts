import type {
  AccountHistory,
  Fact,
  GetEntryData,
  SearchTransactionData,
  SearchTransactionRequest,
  HistoryCoverage as SentCoverage,
  TransactionRow,
  TransactionSortKey,
} from "@spyhop/sdk";

export type {
  DecodingState as Decoding,
  EntryMark,
  FilterOption,
  GetTransactionFilterData as HistoryFilters,
  HistoryGap,
  LedgerEntry,
  Party,
  SharedEntryData as VisitorEntry,
  SharedTransactionData as VisitorPage,
  SyncSource as LiveHistory,
  SyncStatus as LiveStatus,
  TransactionLeg as Leg,
  Transactions,
  TransferMatch,
} from "@spyhop/sdk";

export type SortKey = TransactionSortKey;
/** Several conditions of one key are alternatives. */
export type Condition = NonNullable<SearchTransactionRequest["conditions"]>[number];
/** The conditions of the page; the server has more. */
export type ConditionKey = Extract<Condition["key"], "search" | "year" | "asset" | "method" | "wallet" | "dust">;

/** How far the history of an account is read, with what the event stream adds while it is read. */
export type AccountProgress = AccountHistory & {
  /** The number of facts that are read in a minute. */
  rate?: number | null;
  /** The names of the sources that have reported it. */
  sources?: readonly string[];
};

export type HistoryCoverage = Omit<SentCoverage, "accounts_status"> & { accounts_status: AccountProgress[] };

/** A fact as a source stated it. Visitors do not see when it was read. */
export type RawFact = Omit<Fact, "read_at"> & { read_at: string | null };

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
export type HistoryPage = Omit<SearchTransactionData, "results" | "coverage" | "view"> & {
  coverage: HistoryCoverage;
  results: HistoryRow[];
  figures?: Record<string, string>;
};

/** Visitors do not see when an entry was stored, and how often. */
export type EntryDetails = Omit<GetEntryData, "row" | "view" | "revision" | "stored_at" | "facts"> & {
  row: HistoryRow;
  revision: number | null;
  stored_at: string | null;
  facts: RawFact[];
  cost?: CostChange[] | null;
};
