import type {
  AccountHistory,
  EntryCostGap,
  Fact,
  GetEntryData,
  GetTransactionFilterData,
  SearchTransactionData,
  SearchTransactionRequest,
  HistoryCoverage as SentCoverage,
  TransactionRow,
  TransactionSortKey,
  TransferMatch,
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
  HistoryGap,
  LedgerEntry,
  Party,
  Reason,
  SharedEntryData as VisitorEntry,
  SharedTransactionData as VisitorPage,
  SyncSource as LiveHistory,
  SyncStatus as LiveStatus,
  TransactionLeg as Leg,
  TransactionSumsData as HistorySums,
  Transactions,
  WaitingTransaction as Waiting,
} from "@spyhop/sdk";

/** The values that the server offers for each filter. */
export type HistoryFilters = GetTransactionFilterData & {
  /** The symbols of the assets in the shown entries, by id. */
  symbols?: ReadonlyMap<string, string>;
};

export type SortKey = TransactionSortKey;
/** Several conditions of one key are alternatives. */
export type Condition = NonNullable<SearchTransactionRequest["conditions"]>[number];
/** The conditions of the page; the server has more. */
export type ConditionKey = Extract<
  Condition["key"],
  "search" | "year" | "asset" | "kind" | "wallet" | "from" | "to" | "dust"
>;

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

/** A quantity that left without a known cost. */
export type RowGap = EntryCostGap;

/** An entry: what one transaction changed in one account, with the cost that it lacks, which only its owner sees. */
export type HistoryRow = TransactionRow & { cost_gap: RowGap | null };

/** A page of entries, with the ids under which its figures are explained. */
export type HistoryPage = Omit<SearchTransactionData, "coverage" | "results" | "view"> & {
  results: HistoryRow[];
  coverage: HistoryCoverage;
};

/** What could not be read of a transaction: in a few words, and as a sentence. */
export interface DecodingProblem {
  state: string;
  text: string;
}

/** The other side of a transfer, or what may be it. */
export type MatchedRows = Omit<TransferMatch, "other" | "candidates"> & {
  other: HistoryRow | null;
  candidates: HistoryRow[];
};

/** Visitors do not see when an entry was stored and how often, nor the cost basis. */
export type EntryDetails = Omit<
  GetEntryData,
  "view" | "row" | "match" | "revision" | "stored_at" | "facts" | "cost"
> & {
  row: HistoryRow;
  match: MatchedRows;
  revision: number | null;
  stored_at: string | null;
  facts: RawFact[];
  cost: GetEntryData["cost"] | null;
};
