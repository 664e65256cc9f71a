import { useEffect, useRef, useState } from "react";
import { maySearch } from "./conditions";

/** The pause after which a typed search applies. */
const PAUSE_MS = 1_000;

export interface DelayedSearch {
  text: string;
  type: (text: string) => void;
  /** Applies the typed search without the pause. */
  now: () => void;
  /** Whether the typed text may be a secret, so that it is not searched for. */
  isRejected: boolean;
}

/** A search that applies after a pause; an empty one at once. A text that may be a secret never applies. */
export function useDelayedSearch(applied: string, onApply: (search: string) => void): DelayedSearch {
  const [typed, setTyped] = useState<string | null>(null);
  const apply = useRef(onApply);
  apply.current = onApply;
  const settle = (text: string | null) => {
    if (text !== null && !maySearch(text)) return;
    setTyped(null);
    if (text !== null && text.trim() !== applied) apply.current(text.trim());
  };
  const settled = useRef(settle);
  settled.current = settle;
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => settled.current(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const type = (text: string) => (text.trim() === "" ? settle(text) : setTyped(text));
  return {
    text: typed ?? applied,
    type,
    now: () => settle(typed),
    isRejected: typed !== null && !maySearch(typed),
  };
}
