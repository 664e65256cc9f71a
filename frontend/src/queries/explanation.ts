import { explainFigure } from "@spyhop/sdk";
import { queryOptions } from "@tanstack/react-query";

/**
 * How a figure was computed. The id of a figure belongs to one valuation, so the answer never changes. Visitors send the
 * token of their share session as `viewer`.
 */
export const explanationOptions = (figure: string, viewer: string | undefined) =>
  queryOptions({
    queryKey: ["figure", figure],
    queryFn: ({ signal }) =>
      explainFigure({ figure }, { signal, ...(viewer ? { headers: { authorization: `Bearer ${viewer}` } } : {}) }),
    staleTime: Number.POSITIVE_INFINITY,
  });
