import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { changedView, queryOf, type ValueView, viewOf } from "./valueView";

/** The view of the page in the URL. */
export function useValueView(): [ValueView, (change: Partial<ValueView>) => void] {
  const [params, setParams] = useSearchParams();
  const query = params.toString();
  const view = useMemo(() => viewOf(new URLSearchParams(query)), [query]);
  const onView = useCallback(
    (change: Partial<ValueView>) =>
      setParams(
        (old) => {
          const next = new URLSearchParams(old);
          for (const [name, values] of Object.entries(queryOf(changedView(viewOf(old), change)))) {
            next.delete(name);
            for (const value of values) next.append(name, value);
          }
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  return [view, onView];
}
