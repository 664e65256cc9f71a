export type {
  InsightRow,
  InsightRuleRow,
  InsightTerm,
  InsightThreshold,
  NotEvaluatedRow,
  PutAwayInsight,
  SentencePart,
  WalletInsightsData as Insights,
} from "@spyhop/sdk";

/** The token of a share session; null for the person's own data. */
export type VisitorToken = string | null;

/** What names an insight. */
export interface InsightName {
  /** The stable id of the rule. */
  rule: string;
  /** The stable key of what it is about, within the rule. */
  subject: string;
}
