import { getCodeCandidates } from "@spyhop/sdk";
import { useQuery } from "@tanstack/react-query";
import { useDelayed } from "../../../ui/useDelayed";

/** The pause after the last letter before assets are looked for. */
const PAUSE_MS = 300;
/** Lists of tokens change once a day. */
const FRESH_MS = 600_000;

/** The assets that have a text as symbol or as address of their contract. */
export function useCandidates(text: string) {
  const symbol = useDelayed(text, PAUSE_MS).trim();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["code-candidates", symbol],
    queryFn: ({ signal }) => getCodeCandidates({ symbol }, { signal }),
    staleTime: FRESH_MS,
    enabled: symbol !== "",
  });
  const isSettled = symbol === text.trim();
  return {
    /** Undefined until they are found. */
    assets: isSettled ? data?.assets : undefined,
    error: isSettled && !isFetching ? error : null,
    retry: () => void refetch(),
  };
}
