import { useState } from "react";

/** The choice with optimistic updates: a second press builds on the first even if the page has not rendered it yet. */
export function useOptimisticChoice(chosen: readonly string[], onChoose: (ids: string[]) => void) {
  const key = chosen.join();
  const [state, setState] = useState({ key, now: chosen });
  if (state.key !== key) setState({ key, now: chosen });
  const choose = (ids: string[]) => {
    setState((old) => ({ ...old, now: ids }));
    onChoose(ids);
  };
  return [state.now, choose] as const;
}
