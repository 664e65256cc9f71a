import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { queryOf, type VolumeView, viewOf } from "./volumeView";

/** The view of the page in the URL. */
export function useVolumeView(): [VolumeView, (change: Partial<VolumeView>) => void] {
  const [params, setParams] = useSearchParams();
  const query = params.toString();
  const view = useMemo(() => viewOf(new URLSearchParams(query)), [query]);
  const onView = useCallback(
    (change: Partial<VolumeView>) =>
      setParams(
        (old) => {
          const next = new URLSearchParams(old);
          for (const [name, values] of Object.entries(queryOf({ ...viewOf(old), ...change }))) {
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
