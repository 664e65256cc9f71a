import { type Detection, detectChain } from "@spyhop/sdk";

export type { DetectedChain, Detection } from "@spyhop/sdk";

/** What the networks say about an address or a name; one call asks for every parent chain. */
export async function detect(text: string, signal: AbortSignal): Promise<Detection> {
  return detectChain({ wallet_address: text }, { signal });
}

/** The sentence of a failed call. */
export const messageOf = (problem: unknown): string =>
  problem instanceof Error ? problem.message : "Something Went Wrong";
