import { walletsIn, wordsOfRead } from "../../format/coverage";
import type { HealthIssue } from "./types";

/** The kind of an issue. A data provider that limits requests is paused, here as in the list of providers. */
export type Kind = HealthIssue["kind"] | "paused";

export const kindOf = ({ kind, reason_code }: HealthIssue): Kind =>
  kind === "failed" && reason_code === "rate_limited" ? "paused" : kind;

/** The names of the kinds of issues. */
export const kinds: Record<Kind, string> = {
  wallet: "Not detected",
  failed: "Failed",
  paused: "Paused",
  held_price: "Price unconfirmed",
  unpriced: "No price",
  gap: "Unreadable",
  stale: "Out of date",
  not_looked_for: "Unlisted tokens",
  unread_protocol: "Not read",
  partial: "Loading",
};

/** The title of an issue. Several wallets on one network are counted as on Home. */
export function titleOf({ title, asset, chain, count }: HealthIssue): string {
  const [, network] = wordsOfRead(title);
  return count > 1 && asset === null && chain !== null && network ? `${walletsIn(count, chain)} on ${network}` : title;
}

/** The kinds with the number of issues of each, in list order. */
export function kindsOf(issues: readonly HealthIssue[]): [Kind, number][] {
  const found = new Map<Kind, number>();
  for (const kind of issues.map(kindOf)) found.set(kind, (found.get(kind) ?? 0) + 1);
  return [...found];
}

/** A key of an issue that stays the same when the issues are refetched. */
export const keyOf = ({ kind, title, asset, chain, wallet_address, cause }: HealthIssue): string =>
  [kind, title, asset, chain, wallet_address, cause].join(" ");

/** Formats a cause as a sentence, with a capital letter and a full stop. */
export const sentence = (cause: string): string =>
  cause.charAt(0).toUpperCase() + cause.slice(1) + (/[.!?]$/.test(cause) ? "" : ".");
