import { useCallback, useMemo } from "react";
import { useLocation, useNavigate } from "react-router";
import { type FlowView, queryOf, viewOf } from "./flowView";

/** The view of the card in the URL. The hash stays, because it is the anchor of the card. */
export function useFlowView(): [FlowView, (change: Partial<FlowView>) => void] {
  const { search, hash, state } = useLocation();
  const navigate = useNavigate();
  const view = useMemo(() => viewOf(new URLSearchParams(search)), [search]);
  const onView = useCallback(
    (change: Partial<FlowView>) => {
      const next = new URLSearchParams(search);
      for (const [name, values] of Object.entries(queryOf({ ...viewOf(next), ...change }))) {
        next.delete(name);
        for (const value of values) next.append(name, value);
      }
      void navigate({ search: next.toString(), hash }, { replace: true, preventScrollReset: true, state });
    },
    [search, hash, state, navigate],
  );
  return [view, onView];
}
