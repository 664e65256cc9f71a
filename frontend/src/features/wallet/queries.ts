import { type Detection, detectChain, searchWallet } from "@spyhop/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCurrency } from "../../format/currency";

export type { DetectedChain, Detection, WalletCard } from "@spyhop/sdk";

/** How the wallets are ordered, and which page of them is looked at. */
export interface WalletView {
  key: "amount" | "created_on" | "name";
  ascending: boolean;
  page: number;
}

/** Wallets on a page. */
export const PAGE = 10;

/** The person's wallets with what they are worth; part of what changes with every read. */
export function useWallets({ key, ascending, page }: WalletView) {
  const currency_code = useCurrency();
  return useQuery({
    queryKey: ["portfolio", "wallets", key, ascending, page, currency_code],
    queryFn: ({ signal }) =>
      searchWallet({ start: page * PAGE, limit: PAGE, sorts: [{ key, value: ascending }], currency_code }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** What the networks say about an address or a name; one call asks for every parent chain. */
export async function detect(text: string, signal: AbortSignal): Promise<Detection> {
  return detectChain({ wallet_address: text }, { signal });
}

/** The sentence of a failed call. */
export const messageOf = (problem: unknown): string =>
  problem instanceof Error ? problem.message : "Something Went Wrong";
