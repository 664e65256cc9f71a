import { isAssetId } from "./assetLabels";
import { CHOICES, type ChoiceKey, type HistoryView, optionsOf } from "./conditions";
import { KINDS } from "./kinds";
import type { HistoryFilters } from "./types";

/** Whether a value could be one of its filter. The server refuses a request with another one. */
const isValid: Record<ChoiceKey, (value: string) => boolean> = {
  year: (value) => /^\d{4}$/.test(value),
  asset: () => true,
  kind: (value) => KINDS.some(({ id }) => id === value),
  // An address, or an account at an exchange: `kraken.` and its id.
  wallet: (value) => /^(?:[A-Za-z0-9:]{25,}|[a-z\d]+\.[A-Za-z\d]{16,})$/.test(value),
};

/** The value as the server offers it, which may differ in case; null if it is not offered. */
function offered(value: string, key: ChoiceKey, filters: HistoryFilters | undefined): string | null {
  const options = optionsOf(filters, key);
  // Without options nothing is known yet: there is no entry, or the filters are still loading.
  if (options.length === 0 || options.some((option) => option.value === value)) return value;
  const alike = options.find((option) => option.value.toLowerCase() === value.toLowerCase());
  // The server takes the id of an asset although only its group is an option.
  return alike?.value ?? (key === "asset" && isAssetId(value) ? value : null);
}

/** The view without choices that cannot be, so that an outdated or mistyped URL shows entries, and the filters that are set. */
export function withValidChoices(view: HistoryView, filters: HistoryFilters | undefined): HistoryView {
  const choices = CHOICES.map((key) => {
    const valid = view[key].filter(isValid[key]).map((value) => offered(value, key, filters));
    return [key, [...new Set(valid.filter((value) => value !== null))]] as const;
  });
  return { ...view, ...Object.fromEntries(choices) };
}
