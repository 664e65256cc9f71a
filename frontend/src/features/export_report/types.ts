export type {
  ExportSpanRequest as Span,
  ExportTransactionsRequest as TransactionsChoice,
  TransactionCondition as Condition,
} from "@spyhop/sdk";
