import { explainFigure } from "@spyhop/sdk";
import { useQuery } from "@tanstack/react-query";

export type { ExplainNode, Explanation } from "@spyhop/sdk";

/** Why a figure is what it is. A figure's id is pinned to its valuation, so the answer does not change. */
export const useExplanation = (figure: string) =>
  useQuery({
    queryKey: ["figure", figure],
    queryFn: ({ signal }) => explainFigure({ figure }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
