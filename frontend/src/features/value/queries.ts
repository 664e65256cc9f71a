import {
  getAllEvents,
  getAssetValueChange,
  getAssetValueGraph,
  getAssetValuePeriod,
  searchTransaction,
} from "@spyhop/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCurrency } from "../../format/currency";
import { portfolioKey } from "../../queries/keys";
import type { PeriodGroup, VisitorToken } from "./types";

/** The pause between requests while the server is still loading data. */
const LOADING_MS = 15_000;
/** The most transactions of the panel. */
const LARGEST = 10;

/** The options that send a call with the token of a share session. */
const authorizedAs = (token: VisitorToken) => (token ? { headers: { authorization: `Bearer ${token}` } } : {});

/** Of which wallets the values are, and when they are loaded. */
export interface ValueChoice {
  /** The wallets that count; empty for all. */
  wallets: readonly string[];
  /** Whether balances are being read. Each answer changes all figures, and known values of the past wait until the last one. */
  isReading: boolean;
}

const EVERYTHING: ValueChoice = { wallets: [], isReading: false };

/**
 * The values of all periods of one length, of all wallets or of the given ones. Each length is cached, and loaded again when the wallets
 * change.
 */
export function useValueGraph(group: PeriodGroup, visitor: VisitorToken, choice = EVERYTHING) {
  const { wallets, isReading } = choice;
  const currency = useCurrency();
  const narrowed = wallets.length > 0 ? { wallet_addresses: [...wallets] } : {};
  return useQuery({
    queryKey: [...portfolioKey, "asset-value", group, currency, visitor, ...wallets],
    queryFn: ({ signal }) =>
      getAssetValueGraph(
        { group_criteria: group, currency_code: currency, ...narrowed },
        { signal, ...authorizedAs(visitor) },
      ),
    placeholderData: keepPreviousData,
    enabled: ({ state }) => !isReading || state.data === undefined,
    refetchInterval: ({ state }) => (state.data?.data_loaded === false ? LOADING_MS : false),
  });
}

/** How the value of all wallets changed in a span of days, by net flows and gains. Without a span, no request is sent. */
export function useValueChange(span: readonly [string, string] | null, visitor: VisitorToken) {
  const [firstDay, lastDay] = span ?? ["", ""];
  const currency = useCurrency();
  return useQuery({
    queryKey: [...portfolioKey, "asset-value-change", firstDay, lastDay, currency, visitor],
    queryFn: ({ signal }) =>
      getAssetValueChange(
        { first_day: firstDay, last_day: lastDay, currency_code: currency },
        { signal, ...authorizedAs(visitor) },
      ),
    enabled: span !== null,
    placeholderData: keepPreviousData,
  });
}

/** What was held in one period, with the ids under which its figures are explained. */
export function useValuePeriod(firstDay: string, lastDay: string, visitor: VisitorToken) {
  const currency = useCurrency();
  return useQuery({
    queryKey: [...portfolioKey, "asset-value-period", firstDay, lastDay, currency, visitor],
    queryFn: ({ signal }) =>
      getAssetValuePeriod(
        { first_day: firstDay, last_day: lastDay, currency_code: currency },
        { signal, ...authorizedAs(visitor) },
      ),
  });
}

/** The bounds of a period, as the conditions of a search. */
export interface PeriodBounds {
  from: string;
  to: string;
}

/** The largest transactions of a period, on the chosen chains. */
export function useLargestTransactions(
  bounds: PeriodBounds | undefined,
  chains: readonly string[],
  visitor: VisitorToken,
) {
  const currency = useCurrency();
  return useQuery({
    queryKey: [...portfolioKey, "largest-transactions", bounds, chains, currency, visitor],
    queryFn: ({ signal }) =>
      searchTransaction(
        {
          start: 0,
          limit: LARGEST,
          conditions: [
            { key: "from", value: bounds?.from ?? "" },
            { key: "to", value: bounds?.to ?? "" },
            ...chains.map((value) => ({ key: "chain", value }) as const),
          ],
          sorts: [{ key: "usd_value", value: false }],
          currency_code: currency,
        },
        { signal, ...authorizedAs(visitor) },
      ),
    enabled: bounds !== undefined,
  });
}

/** The events of the markets and networks. They are the same for everyone. */
export function useEvents(visitor: VisitorToken) {
  return useQuery({
    queryKey: ["events", visitor],
    queryFn: ({ signal }) => getAllEvents({}, { signal, ...authorizedAs(visitor) }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
