import type { Explanation } from "./types";

export type LeftOutEntry = Explanation["left_out"][number];

/** Entries that are left out for the same reason. */
export interface LeftOutGroup {
  /** The reason in a word or two. */
  title: string;
  /** The reason in a sentence. */
  text: string;
  isSpam: boolean;
  entries: LeftOutEntry[];
}

/** The titles of reasons by code. A title that does not fit is worse than a general one, so only these say "No price". */
const titles: Readonly<Record<string, string>> = {
  spam: "Spam",
  hidden_by_you: "Hidden by you",
  same_balance: "Maybe counted already",
  not_requested_yet: "Price requested",
  rate_limited: "Price source rate-limited",
  source_failed: "No answer",
  decimals_unknown: "Decimals unknown",
  decimals_assumed: "Decimals unconfirmed",
  unreadable: "Unreadable",
  no_rate: "No exchange rate",
  unread_wallet: "Wallet not read",
  not_looked_for: "Not detected",
  unlisted_tokens: "Not detected",
  unread_protocol: "Not read",
  gap_limit: "Not searched",
  not_read_yet: "Not loaded yet",
  not_listed: "No price",
  no_price: "No price",
  no_liquidity: "No price",
  only_stale_quotes: "No price",
  sources_disagree: "Price unconfirmed",
  held_back: "Price unconfirmed",
  one_source: "Price unconfirmed",
  same_origin: "Price unconfirmed",
  thin_market: "Price unconfirmed",
  unsure: "Price unconfirmed",
};

const sentence = (text: string): string => {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
};

/** Groups the entries by reason, in the order in which reasons first occur; spam comes last. */
export function groupsOf(left: readonly LeftOutEntry[]): LeftOutGroup[] {
  const groups = new Map<string, LeftOutGroup>();
  for (const entry of left) {
    const { code, text } = entry.reason;
    const key = `${code} ${text}`;
    const known = groups.get(key);
    if (known) known.entries.push(entry);
    else {
      const isSpam = code === "spam";
      groups.set(key, { title: titles[code] ?? "Not counted", text: sentence(text), isSpam, entries: [entry] });
    }
  }
  const all = [...groups.values()];
  return [...all.filter(({ isSpam }) => !isSpam), ...all.filter(({ isSpam }) => isSpam)];
}
