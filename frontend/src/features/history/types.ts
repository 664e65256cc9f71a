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
  CostChange,
  CostGap,
  CostRepair,
  CostState,
  DecodingState as Decoding,
  EntryCost,
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
  TransactionCostGap as RowGap,
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

/** A request as the page sends it, with all fields. */
export type PageRequest = Required<SearchTransactionRequest>;

/** An entry: what one transaction changed in one account. Visitors do not see which costs are missing. */
export type HistoryRow = Omit<TransactionRow, "cost_gap"> & { cost_gap?: TransactionRow["cost_gap"] };

/** A page of entries, with the ids under which its figures are explained. Visitors have none. */
export type HistoryPage = Omit<SearchTransactionData, "coverage" | "results" | "view" | "figures"> & {
  coverage: HistoryCoverage;
  results: HistoryRow[];
  figures?: SearchTransactionData["figures"];
};

/** Visitors do not see when an entry was stored and how often, nor the cost basis. */
export type EntryDetails = Omit<GetEntryData, "row" | "view" | "revision" | "stored_at" | "facts" | "cost" | "figures"> & {
  row: HistoryRow;
  revision: number | null;
  stored_at: string | null;
  facts: RawFact[];
  cost?: GetEntryData["cost"] | null;
  figures?: GetEntryData["figures"];
};
