import type { CurrencyRow } from "./types";

/** The currencies with a rate that match a text, by code first, then by name. Without a text the chosen one is always included. */
export function found(rows: readonly CurrencyRow[], text: string, chosen: string): CurrencyRow[] {
  const wanted = text.trim().toLowerCase();
  const usable = rows.filter(({ active, code }) => active || code === chosen);
  const byCode = usable.filter(({ code }) => code.toLowerCase().startsWith(wanted));
  const byName = usable.filter((row) => !byCode.includes(row) && row.name.toLowerCase().includes(wanted));
  return [...byCode, ...byName];
}
