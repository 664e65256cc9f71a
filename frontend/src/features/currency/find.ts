import type { CurrencyRow } from "./types";

/** The currencies that have a rate and that a typed text may mean: by code first, then by name. The chosen one is always among all. */
export function found(rows: readonly CurrencyRow[], text: string, chosen: string): CurrencyRow[] {
  const wanted = text.trim().toLowerCase();
  const usable = rows.filter(({ active, code }) => active || code === chosen);
  const byCode = usable.filter(({ code }) => code.toLowerCase().startsWith(wanted));
  const byName = usable.filter((row) => !byCode.includes(row) && row.name.toLowerCase().includes(wanted));
  return [...byCode, ...byName];
}
