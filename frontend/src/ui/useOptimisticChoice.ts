import { useState } from "react";

/** What is chosen, at once: a second press counts on the first, however late the page draws what follows from it. */
export function useOptimisticChoice(chosen: readonly string[], onChoose: (ids: string[]) => void) {
  const told = chosen.join();
  const [state, setState] = useState({ told, now: chosen });
  if (state.told !== told) setState({ told, now: chosen });
  const choose = (ids: string[]) => {
    setState((old) => ({ ...old, now: ids }));
    onChoose(ids);
  };
  return [state.now, choose] as const;
}
