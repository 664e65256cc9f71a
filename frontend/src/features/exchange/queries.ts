import { getExchangeFiles, getExchangeProfiles, getUserAccountByExchange } from "@spyhop/sdk";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { portfolioKey } from "../../queries/keys";
import type { ExchangeAccount } from "./types";

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
