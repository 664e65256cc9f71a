import type { HealthIssue } from "./types";

export type Kind = HealthIssue["kind"];

/** What an issue is, in words. */
export const kinds: Record<Kind, string> = {
  wallet: "Not detected",
  failed: "Failed",
  held_price: "Price unconfirmed",
  unpriced: "No price",
  gap: "Unreadable",
  stale: "Out of date",
  not_looked_for: "Unlisted tokens",
  partial: "Loading",
};

/** The kinds that there are, with how many of each, in the order of the list. */
export function kindsOf(issues: readonly HealthIssue[]): [Kind, number][] {
  const found = new Map<Kind, number>();
  for (const { kind } of issues) found.set(kind, (found.get(kind) ?? 0) + 1);
  return [...found];
}

/** Names an issue among the others, also after it was read again. */
export const keyOf = ({ kind, title, asset, chain, wallet_address, cause }: HealthIssue): string =>
  [kind, title, asset, chain, wallet_address, cause].join(" ");

/** A cause that stands alone begins with a capital and ends with a point. */
export const sentence = (cause: string): string =>
  cause.charAt(0).toUpperCase() + cause.slice(1) + (/[.!?]$/.test(cause) ? "" : ".");
