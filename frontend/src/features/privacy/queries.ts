import { exportDisclosures, getDisclosures, getProfiles } from "@spyhop/sdk";
import { keepPreviousData, queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useCurrency } from "../../format/currency";
import { chainsOptions } from "../../queries/chains";
import { healthOptions } from "../../queries/health";
import type { DisclosureFilter } from "./types";

const DAY_S = 86_400;

function request({ search, chain, days }: DisclosureFilter) {
  return {
    ...(search ? { search } : {}),
    ...(chain ? { chain } : {}),
    ...(days > 0 ? { start_datetime: Math.floor(Date.now() / 1000) - days * DAY_S } : {}),
  };
}

const profilesOptions = queryOptions({
  queryKey: ["profiles"],
  queryFn: ({ signal }) => getProfiles({}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** What each source may learn, by its own description. */
export const useProfiles = () => useQuery(profilesOptions);

/** Every network, including those that this server does not read. */
export const useChains = () => useQuery(chainsOptions);

/** How each source answered this server. */
export const useSourceStates = (enabled: boolean) => useQuery({ ...healthOptions(useCurrency()), enabled });

const disclosuresOptions = (filter: DisclosureFilter, page: number, size: number) =>
  queryOptions({
    queryKey: ["disclosures", filter, page, size],
    queryFn: ({ signal }) => getDisclosures({ start: page * size, limit: size, ...request(filter) }, { signal }),
    placeholderData: keepPreviousData,
  });

/** One page of the log of requests that contained addresses of this user. */
export const useDisclosures = (filter: DisclosureFilter, page: number, size: number, enabled: boolean) =>
  useQuery({ ...disclosuresOptions(filter, page, size), enabled });

/** Exports the entries that the filter matches. */
export const useExportDisclosures = () =>
  useMutation({ mutationFn: (filter: DisclosureFilter) => exportDisclosures(request(filter)) });

// The page runs each query once and hands the result, or its failure, to the sections that show it.
export type Profiles = ReturnType<typeof useProfiles>;
export type Chains = ReturnType<typeof useChains>;
export type SourceStates = ReturnType<typeof useSourceStates>;
export type DisclosurePage = ReturnType<typeof useDisclosures>;
