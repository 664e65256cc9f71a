export type { ExportSpanRequest as Span, TransactionCondition as Condition } from "@spyhop/sdk";
