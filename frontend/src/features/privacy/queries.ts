import { exportDisclosures, getChains, getDataHealth, getDisclosures, getProfiles } from "@spyhop/sdk";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useCurrency } from "../../format/currency";

export type { ChainRow, Disclosure, SourceHealth, SourceProfile } from "@spyhop/sdk";

/** Which entries of the ledger are meant. */
export interface LedgerFilter {
  search: string;
  /** A chain's id; all of them without it. */
  chain: string;
  /** Only the last so many days; all of them with 0. */
  days: number;
}

const DAY_S = 86_400;

function request({ search, chain, days }: LedgerFilter) {
  return {
    ...(search ? { search } : {}),
    ...(chain ? { chain } : {}),
    ...(days > 0 ? { start_datetime: Math.floor(Date.now() / 1000) - days * DAY_S } : {}),
  };
}

/** Who may be told something: the sources' own descriptions. */
export const useProfiles = () =>
  useQuery({
    queryKey: ["profiles"],
    queryFn: ({ signal }) => getProfiles({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Every network, with whether it is read. */
export const useChains = () =>
  useQuery({
    queryKey: ["chains"],
    queryFn: ({ signal }) => getChains({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** How each source answered this server. */
export function useStates(enabled: boolean) {
  const currency = useCurrency();
  return useQuery({
    queryKey: ["portfolio", "health", currency],
    queryFn: ({ signal }) => getDataHealth({ currency_code: currency }, { signal }),
    enabled,
  });
}

/** Request log about this person's addresses. */
export const useDisclosures = (filter: LedgerFilter, page: number, size: number, enabled: boolean) =>
  useQuery({
    queryKey: ["disclosures", filter, page, size],
    queryFn: ({ signal }) => getDisclosures({ start: page * size, limit: size, ...request(filter) }, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  });

/** What was asked for, or how it failed: asked once by the page, and handed to the sections that show it. */
export type Profiles = ReturnType<typeof useProfiles>;
export type Chains = ReturnType<typeof useChains>;
export type States = ReturnType<typeof useStates>;
export type Ledger = ReturnType<typeof useDisclosures>;

/** The same entries as a file. */
export const useExport = () =>
  useMutation({ mutationFn: (filter: LedgerFilter) => exportDisclosures(request(filter)) });
