export type { ChainRow, Disclosure, SourceHealth, SourceProfile } from "@spyhop/sdk";

/** Which entries of the request log are shown. */
export interface DisclosureFilter {
  search: string;
  /** The id of a chain; empty for all chains. */
  chain: string;
  /** The number of days to go back; 0 for all. */
  days: number;
}
