import type { Disclosure } from "./types";

/** How many providers were sent data, and whether there may be more: the log is read in part. */
export interface SeenBy {
  providers: number;
  isPartial: boolean;
}

/** The providers that were sent an address, each counted once. */
export const seenBy = (disclosures: readonly Disclosure[], total: number): SeenBy => ({
  providers: new Set(disclosures.map(({ provider }) => provider)).size,
  isPartial: disclosures.length < total,
});
