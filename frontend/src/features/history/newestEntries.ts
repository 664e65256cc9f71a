import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCurrency } from "../../format/currency";
import { portfolioKey } from "../../queries/keys";
import { awaitsPrices } from "./awaitedPrices";
import { EVERYTHING } from "./conditions";
import { fetchPage, fetchSums, requestOf } from "./queries";

/** The pause between requests while the price of an entry is being requested. */
const PRICES_MS = 10_000;

/** How many entries the card on Home has. */
const RECENT = 6;

/**
 * The newest entries of all wallets, or of the given ones, for the card on Home or on the page of an account. It is below `portfolioKey`, so events of the server
 * refetch it.
 */
export function useRecent(visitorToken: string | null, wallets: readonly string[], size = RECENT) {
  const request = requestOf({ ...EVERYTHING, wallet: wallets, size }, useCurrency());
  const visitor = visitorToken === null ? null : { token: visitorToken };
  return useQuery({
    queryKey: [...portfolioKey, "recent", request, visitorToken],
    queryFn: ({ signal }) => fetchPage(request, visitor, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (awaitsPrices(state.data) ? PRICES_MS : false),
  });
}

/** How many entries the panel of an asset has. */
const OF_ASSET = 3;

/**
 * The newest entries of an asset and their sums, of all wallets or of the given ones. They are below `portfolioKey`, so events of the
 * server refetch them.
 */
export function useAssetEntries(asset: string, visitorToken: string | null, wallets: readonly string[]) {
  const view = { ...EVERYTHING, asset: [asset], wallet: wallets, size: OF_ASSET };
  const request = requestOf(view, useCurrency());
  const visitor = visitorToken === null ? null : { token: visitorToken };
  const page = useQuery({
    queryKey: [...portfolioKey, "of-asset", request, visitorToken],
    queryFn: ({ signal }) => fetchPage(request, visitor, signal),
  });
  const sums = useQuery({
    queryKey: [...portfolioKey, "sums-of-asset", request, visitorToken],
    queryFn: ({ signal }) => fetchSums(request, visitor, signal),
  });
  const [failed] = [page, sums].flatMap(({ data, error, refetch }) => (error && !data ? [{ error, refetch }] : []));
  return { page: page.data, sums: sums.data, failed };
}
