import { explainFigure } from "@spyhop/sdk";
import { useQuery } from "@tanstack/react-query";

export type { ExplainNode, Explanation } from "@spyhop/sdk";

/**
 * Why a figure is what it is. A figure's id is pinned to its valuation, so the answer does not change. A visitor asks under
 * the token of a look.
 */
export const useExplanation = (figure: string, viewer: string | undefined) =>
  useQuery({
    queryKey: ["figure", figure],
    queryFn: ({ signal }) =>
      explainFigure({ figure }, { signal, ...(viewer ? { headers: { authorization: `Bearer ${viewer}` } } : {}) }),
    staleTime: Number.POSITIVE_INFINITY,
  });
