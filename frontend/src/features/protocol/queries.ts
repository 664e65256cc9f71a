import { getDefiBalanceSheet, getProtocolBalance } from "@spyhop/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCurrency } from "../../format/currency";
import { portfolioKey } from "../../queries/keys";
import type { Protocols, VisitorToken } from "./types";

/** The polling interval while accounts are being read; it also applies without an event stream. */
const READING_MS = 4_000;
const IDLE_MS = 120_000;

/** The options that send a call with the token of a share session. */
const authorizedAs = (token: VisitorToken) => (token ? { headers: { authorization: `Bearer ${token}` } } : {});

/** Whether accounts are still being read, so that positions may be added. */
export const isReading = ({ refreshing, sheet }: Protocols): boolean => refreshing || sheet.reading > 0;

/** The positions in protocols. */
export function useProtocols(visitor: VisitorToken) {
  const currency = useCurrency();
  return useQuery({
    queryKey: [...portfolioKey, "protocols", currency, visitor],
    queryFn: ({ signal }) => getProtocolBalance({ currency_code: currency }, { signal, ...authorizedAs(visitor) }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && isReading(data) ? READING_MS : IDLE_MS),
  });
}

/** How wallets, exchanges and positions add up, for some wallets or for all without any. */
export function useDefiSheet(visitor: VisitorToken, wallets: readonly string[]) {
  const currency = useCurrency();
  return useQuery({
    queryKey: [...portfolioKey, "defi-sheet", currency, visitor, ...wallets],
    queryFn: ({ signal }) =>
      getDefiBalanceSheet(
        { currency_code: currency, wallet_addresses: [...wallets] },
        { signal, ...authorizedAs(visitor) },
      ),
    placeholderData: keepPreviousData,
  });
}
