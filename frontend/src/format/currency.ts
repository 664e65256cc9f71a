import { useSyncExternalStore } from "react";

/** What amounts are told in until somebody chooses. */
export const DOLLAR = "USD";
const KEY = "spyhop.currency";
const CODE = /^[A-Z0-9]{2,10}$/;

/** Coins that amounts can be told in; no list of money knows them. */
const COINS: Readonly<Record<string, { sign: string; places: number }>> = {
  BTC: { sign: "₿", places: 8 },
  ETH: { sign: "Ξ", places: 8 },
};

/** Currencies whose amounts people write without decimals. */
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

/** `$` for USD, `A$` for AUD; the code and a space where the currency has no sign of its own. It stands first. */
export const currencySign = (code: string): string => shape(code).sign;

/** Places behind the point that people write: two, none for yen and won, eight for coins. */
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

/** Chooses a currency on this browser; `null` goes back to dollars and forgets. */
export function chooseCurrency(code: string | null): void {
  lasting = undefined;
  try {
    if (code === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, code);
  } catch {
    // Storage may be closed; the choice then lasts as long as the page.
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

/** The currency that this browser's person chose. */
export const useCurrency = (): string => useSyncExternalStore(subscribe, current);
