import { type Detection, detectChain } from "@spyhop/sdk";

/** Detects the chains of an address or a name; one call covers every parent chain. */
export async function detect(text: string, signal: AbortSignal): Promise<Detection> {
  return detectChain({ wallet_address: text }, { signal });
}

/** The sentence to show for a failed call. */
export const messageOf = (problem: unknown): string =>
  problem instanceof Error ? problem.message : "Something Went Wrong";
