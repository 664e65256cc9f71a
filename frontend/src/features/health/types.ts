export type {
  DataHealth,
  Difference as BalanceDifference,
  GetReconciliationData as Reconciled,
  HealthIssue,
  SourceHealth,
} from "@spyhop/sdk";

export type { DisplayRate } from "../../queries/displayRate";

/** What the figures lack, in short. */
export interface MissingSummary {
  /** The number of issues that need attention; undefined until it is known. */
  count: number | undefined;
  /** What is missing, in a few words; null if nothing is, undefined until it is known. */
  words: string | null | undefined;
}
