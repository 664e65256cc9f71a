import { explainFigure } from "@spyhop/sdk";
import { queryOptions } from "@tanstack/react-query";

/**
 * How a figure was computed. The id of a figure belongs to one valuation, so the answer never changes. Visitors send the
 * token of their share session as `visitorToken`.
 */
export const explanationOptions = (figure: string, visitorToken: string | undefined) =>
  queryOptions({
    queryKey: ["figure", figure],
    queryFn: ({ signal }) =>
      explainFigure(
        { figure },
        { signal, ...(visitorToken ? { headers: { authorization: `Bearer ${visitorToken}` } } : {}) },
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
