import { useSyncExternalStore } from "react";
import { change, exactFigure, money, moneyPieces, roughMoney, shortMoney } from "./money";
import { quantity, roundQuantity, shortQuantity } from "./quantity";

const KEY = "spyhop:amounts";
const HIDDEN = "hidden";
const listeners = new Set<() => void>();

/** The text shown in place of a hidden amount. */
export const MASK = "••••";

const SHOWN = {
  money: (amount: string, currency: string) => money(amount, currency),
  moneyPieces,
  shortMoney,
  roughMoney,
  change,
  quantity,
  shortQuantity,
  roundQuantity,
  exactFigure,
  /** The digits as the server states them, for tooltips. */
  raw: (amount: string) => amount,
  /** A sentence of the server that names amounts. */
  sentence: (text: string) => text,
};

/** The formats of amounts. Only they write an amount, so that each text on the page is hidden with the others. */
export type AmountText = typeof SHOWN;

const hide = () => MASK;

const MASKED: AmountText = {
  money: hide,
  moneyPieces: () => [MASK, ""],
  shortMoney: hide,
  roughMoney: hide,
  change: hide,
  quantity: hide,
  shortQuantity: hide,
  roundQuantity: hide,
  exactFigure: hide,
  raw: hide,
  sentence: (text) => text.replace(/\d[\d.,]*(?<=\d)/g, MASK),
};

/** The formats of amounts while they are shown or hidden. */
export const amountText = (isHidden: boolean): AmountText => (isHidden ? MASKED : SHOWN);

function read(): boolean {
  try {
    return localStorage.getItem(KEY) === HIDDEN;
  } catch {
    return false;
  }
}

let hidden = read();

/** Whether amounts are hidden in this browser; prices and percentages stay visible. */
export const useAmountsHidden = (): boolean => useSyncExternalStore(subscribe, () => hidden);

/** The formats of amounts as this browser shows them now. */
export const useAmountText = (): AmountText => amountText(useAmountsHidden());

/** Hides or shows amounts on every page of this browser. */
export function hideAmounts(isHidden: boolean): void {
  hidden = isHidden;
  try {
    if (isHidden) localStorage.setItem(KEY, HIDDEN);
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
