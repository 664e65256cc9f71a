import {
  getExchangeCodes,
  getExchangeFiles,
  getExchangeMarkets,
  getExchangeProfiles,
  getUserAccountByExchange,
} from "@spyhop/sdk";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { historyKey, portfolioKey } from "../../queries/keys";
import type { ExchangeAccount, ExchangeMarket } from "./types";

/** The polling interval while an account is read for the first time; it also applies without an event stream. */
const READING_MS = 4_000;
const IDLE_MS = 60_000;
/** The exchanges that a server reads change with its version. */
const PROFILES_MS = 600_000;

/** The exchanges that this server reads, with the fields and steps of their keys. */
const profilesOptions = queryOptions({
  queryKey: ["exchange-profiles"],
  queryFn: ({ signal }) => getExchangeProfiles({}, { signal }),
  staleTime: PROFILES_MS,
});

/** The polling interval of the accounts. */
export const accountsInterval = (accounts: readonly ExchangeAccount[] | undefined): number =>
  accounts?.some(({ state }) => state === "reading") ? READING_MS : IDLE_MS;

/** The accounts. The key is below `portfolioKey` because each reading changes both the figures and the state of an account. */
export const accountsOptions = queryOptions({
  queryKey: [...portfolioKey, "exchange-accounts"],
  queryFn: ({ signal }) => getUserAccountByExchange({}, { signal }),
  refetchInterval: ({ state }) => accountsInterval(state.data?.user_accounts),
});

/** The polling interval of the markets of an account. */
const marketsInterval = (markets: readonly ExchangeMarket[] | undefined): number =>
  markets?.every(({ state }) => state !== "unread") && markets.length > 0 ? IDLE_MS : READING_MS;

/** The exchanges in the order in which people choose from them. */
export const useProfiles = () => useQuery({ ...profilesOptions, select: ({ exchanges }) => exchanges });

/** The person's accounts at exchanges, in the order in which they were connected. */
export const useAccounts = () => useQuery({ ...accountsOptions, select: ({ user_accounts }) => user_accounts });

/** The files that were imported into an account. They change only with a press, so that events do not request them again. */
export const filesOptions = ({ exchange, account_name }: Pick<ExchangeAccount, "exchange" | "account_name">) =>
  queryOptions({
    queryKey: ["exchange-files", exchange, account_name],
    queryFn: ({ signal }) => getExchangeFiles({ exchange, account_name }, { signal }),
  });

/** The files that were imported into an account, in the order of their import. */
export const useFiles = (account: ExchangeAccount) =>
  useQuery({ ...filesOptions(account), select: ({ files }) => files });

/** The markets of an account. The key is below `historyKey` because each reading changes how far they are read. */
export const marketsOptions = ({ exchange, account_name }: Pick<ExchangeAccount, "exchange" | "account_name">) =>
  queryOptions({
    queryKey: [...historyKey, "exchange-markets", exchange, account_name],
    queryFn: ({ signal }) => getExchangeMarkets({ exchange, account_name }, { signal }),
    refetchInterval: ({ state }) => marketsInterval(state.data?.markets),
  });

/** The markets of an account, and when their trades were last read. */
export const useMarkets = (account: ExchangeAccount) => useQuery(marketsOptions(account));

/**
 * The codes at an exchange that no list maps to an asset. The key is below `portfolioKey` because each reading may bring another one.
 */
export const useCodes = (exchange: string) =>
  useQuery({
    queryKey: [...portfolioKey, "exchange-codes", exchange],
    queryFn: ({ signal }) => getExchangeCodes({ exchange }, { signal }),
    select: ({ codes }) => codes,
  });
