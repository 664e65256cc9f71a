import { plural } from "../../format/text";
import type { DataHealth, HealthIssue } from "./types";

/** The number of issues that need attention. */
export const issueCount = ({ issue_counts: { bad, warn } }: Pick<DataHealth, "issue_counts">): number => bad + warn;

/** What the figures lack in a few words, unread wallets first; null if nothing is missing. */
export function missingWords(health: Pick<DataHealth, "issues" | "issue_counts">): string | null {
  const many = Math.max(issueCount(health), health.issues.length);
  if (many === 0) return null;
  const countOf = (kind: HealthIssue["kind"]) => health.issues.filter((issue) => issue.kind === kind).length;
  const wallets = countOf("wallet");
  if (wallets > 0) return plural(wallets, "wallet not loaded", "wallets not loaded");
  if (countOf("not_looked_for") === many) return "Some tokens not detected";
  const protocols = countOf("unread_protocol");
  if (protocols === many) return plural(protocols, "protocol not read", "protocols not read");
  if (countOf("partial") === many) return "Figures incomplete";
  return plural(many, "needs attention", "need attention");
}
