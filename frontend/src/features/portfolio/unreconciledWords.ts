import { count, plural } from "../../format/text";
import type { Coverage } from "./types";

/** How many accounts of a total have a history that does not explain their balance, in words; empty if none has. */
export function unreconciledWords({ differing, incomplete }: Coverage["unreconciled"]): string[] {
  return [
    differing > 0
      ? `${plural(differing, "account doesn't", "accounts don't")} add up to ${differing === 1 ? "its" : "their"} balance`
      : "",
    incomplete > 0 ? `${differing > 0 ? count(incomplete) : plural(incomplete, "account")} incomplete` : "",
  ].filter(Boolean);
}
