import { secretIn } from "../../format/secret";
import type { DisclosureFilter } from "./types";

/** The filter that matches everything. */
export const EVERYTHING: DisclosureFilter = { search: "", chain: "", days: 0 };

/** The initial page size. */
export const FIRST_SIZE = 10;

/** Whether a filter is set. */
export const isNarrowed = ({ search, chain, days }: DisclosureFilter): boolean =>
  search !== "" || chain !== "" || days > 0;

/**
 * Whether a search is sent to the server. Six words may be the first half of a recovery phrase that is still being typed,
 * so they stay in the browser.
 */
export const maySearch = (search: string): boolean => secretIn(search, "address") !== "recovery phrase";

/** The time spans to choose from. */
export const SPANS = [
  { days: 0, label: "Any time" },
  { days: 1, label: "Last 24 hours" },
  { days: 7, label: "Last 7 days" },
  { days: 30, label: "Last 30 days" },
] as const;

/** The filter in words, for the empty state. */
export function filterWords({ search, days }: DisclosureFilter, chain: string): string {
  const span = SPANS.find((one) => one.days === days && days > 0);
  const parts = [
    search ? `“${search}”` : "",
    chain ? `on ${chain}` : "",
    span ? `in the ${span.label.toLowerCase()}` : "",
  ];
  return `${search ? "Nothing matches" : "No entries"} ${parts.filter(Boolean).join(" ")}.`;
}
