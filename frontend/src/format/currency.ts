import { useSyncExternalStore } from "react";

/** The default currency of amounts. */
export const DOLLAR = "USD";
const KEY = "spyhop.currency";
const CODE = /^[A-Z0-9]{2,10}$/;

/** Coins in which amounts can be shown; `Intl` does not know them. */
const COINS: Readonly<Record<string, { sign: string; places: number }>> = {
  BTC: { sign: "₿", places: 8 },
  ETH: { sign: "Ξ", places: 8 },
};

/** Currencies that are written without decimals. */
const WHOLE: ReadonlySet<string> = new Set(["JPY", "KRW", "ISK", "IDR", "ROL", "TRL"]);

const NO_BREAK = "\u00a0";
const shapes = new Map<string, { sign: string; places: number }>();

function signOf(code: string): string {
  try {
    const format = new Intl.NumberFormat("en-US", { style: "currency", currency: code });
    const sign = format.formatToParts(0).find((part) => part.type === "currency")?.value ?? code;
    return /^[A-Z]+$/.test(sign) ? `${sign}${NO_BREAK}` : sign;
  } catch {
    return `${code}${NO_BREAK}`;
  }
}

function shape(code: string): { sign: string; places: number } {
  const known = COINS[code] ?? shapes.get(code);
  if (known) return known;
  const found = { sign: signOf(code), places: WHOLE.has(code) ? 0 : 2 };
  shapes.set(code, found);
  return found;
}

/** The sign before an amount: `$` for USD, `A$` for AUD; the code and a space if the currency has no sign. */
export const currencySign = (code: string): string => shape(code).sign;

/** The number of decimal places: two, none for yen and won, eight for coins. */
export const currencyPlaces = (code: string): number => shape(code).places;

const watchers = new Set<() => void>();
let lasting: string | undefined;

function current(): string {
  if (lasting !== undefined) return lasting;
  try {
    const kept = localStorage.getItem(KEY) ?? "";
    return CODE.test(kept) ? kept : DOLLAR;
  } catch {
    return DOLLAR;
  }
}

/** Sets the currency of this browser; `null` resets it to dollars. */
export function chooseCurrency(code: string | null): void {
  lasting = undefined;
  try {
    if (code === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, code);
  } catch {
    // Storage may be disabled; the choice then lasts until the page is closed.
    lasting = code ?? DOLLAR;
  }
  for (const watcher of watchers) watcher();
}

function subscribe(watcher: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY) watcher();
  };
  watchers.add(watcher);
  window.addEventListener("storage", onStorage);
  return () => {
    watchers.delete(watcher);
    window.removeEventListener("storage", onStorage);
  };
}

/** The currency chosen in this browser. */
export const useCurrency = (): string => useSyncExternalStore(subscribe, current);
