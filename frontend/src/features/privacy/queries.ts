import { getDisclosures, getProfiles } from "@spyhop/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

export type { Disclosure, SourceProfile } from "@spyhop/sdk";

/** Rows on a page of disclosures. */
export const PAGE = 10;

/** Who may be told something: the sources' own descriptions. */
export const useProfiles = () =>
  useQuery({
    queryKey: ["profiles"],
    queryFn: ({ signal }) => getProfiles({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Who was told what about this person's addresses. */
export const useDisclosures = (search: string, page: number, enabled: boolean) =>
  useQuery({
    queryKey: ["disclosures", search, page],
    queryFn: ({ signal }) =>
      getDisclosures({ start: page * PAGE, limit: PAGE, ...(search ? { search } : {}) }, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
