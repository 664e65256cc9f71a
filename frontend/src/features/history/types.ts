import type { SearchTransactionRequest, TransactionSortKey } from "@spyhop/sdk";

export type {
  AccountHistory as AccountProgress,
  CostChange,
  CostGap,
  CostRepair,
  CostState,
  DecodingState as Decoding,
  EntryCost,
  EntryMark,
  Fact as RawFact,
  FilterOption,
  GetEntryData as EntryDetails,
  GetTransactionFilterData as HistoryFilters,
  HistoryCoverage,
  HistoryGap,
  Party,
  SearchTransactionData as HistoryPage,
  TransactionCostGap as RowGap,
  TransactionLeg as Leg,
  TransactionRow as HistoryRow,
  TransferMatch,
} from "@spyhop/sdk";

export type SortKey = TransactionSortKey;
/** Several conditions of one key are alternatives. */
export type Condition = NonNullable<SearchTransactionRequest["conditions"]>[number];
/** The conditions of the page; the server has more. */
export type ConditionKey = Extract<Condition["key"], "search" | "year" | "asset" | "method" | "wallet" | "dust">;

/** A request as the page sends it, with all fields. */
export type PageRequest = Required<SearchTransactionRequest>;
