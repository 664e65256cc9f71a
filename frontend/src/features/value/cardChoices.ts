import { useSyncExternalStore } from "react";
import { CARD_SPANS, type CardSpan } from "./cardSeries";

/** What the card on Home shows. Its headline follows it, so that the choices are kept outside of both. */
interface CardChoices {
  span: CardSpan;
  /** Whether the line of the cost is shown. */
  hasCost: boolean;
}

const SPAN = "spyhop.value.span";
const COST = "spyhop.value.cost";
const HIDDEN = "hidden";
const FIRST: CardSpan = "1y";

function read(): CardChoices {
  try {
    const span = CARD_SPANS.find(({ key }) => key === localStorage.getItem(SPAN))?.key ?? FIRST;
    return { span, hasCost: localStorage.getItem(COST) !== HIDDEN };
  } catch {
    return { span: FIRST, hasCost: true };
  }
}

let choices: CardChoices | undefined;
const listeners = new Set<() => void>();

function current(): CardChoices {
  choices ??= read();
  return choices;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What the card on Home shows, as this browser remembers it. */
export const useCardChoices = (): CardChoices => useSyncExternalStore(subscribe, current);

/** Changes what the card on Home shows, and remembers it in this browser. */
export function chooseInCard(change: Partial<CardChoices>): void {
  const next = { ...current(), ...change };
  choices = next;
  try {
    localStorage.setItem(SPAN, next.span);
    if (next.hasCost) localStorage.removeItem(COST);
    else localStorage.setItem(COST, HIDDEN);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener();
}
