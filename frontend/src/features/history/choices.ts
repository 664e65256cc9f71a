import { plural } from "../../format/text";
import type { Choice } from "../../ui/choices";
import type { CHOICES } from "./conditions";
import type { FilterOption, HistoryFilters } from "./types";

export interface ChoiceFilter {
  key: (typeof CHOICES)[number];
  label: string;
  /** The option for all. */
  all: string;
  /** The words of the closed control while nothing is chosen, if others. */
  closed?: string;
  /** The label of the field that narrows a long list. */
  find?: string;
  choices: Choice[];
}

const toChoice = ({ value, label, count }: FilterOption): Choice => ({ id: value, name: label, count });

/** The filters that take several values, with the values that the server offers. */
export function choiceFilters(filters: HistoryFilters | undefined): ChoiceFilter[] {
  const wallets = (filters?.wallet_filters ?? []).map(toChoice);
  const assets = (filters?.asset_filters ?? []).map((option) => ({
    ...toChoice(option),
    mark: option.mark ?? null,
  }));
  return [
    { key: "year", label: "Years", all: "All years", choices: (filters?.year_filter ?? []).map(toChoice) },
    { key: "asset", label: "Assets", all: "All assets", find: "Find an asset", choices: assets },
    { key: "method", label: "Methods", all: "All methods", choices: (filters?.method_filters ?? []).map(toChoice) },
    {
      key: "wallet",
      label: "Accounts",
      all: "All accounts",
      ...(wallets.length > 0 ? { closed: plural(wallets.length, "account") } : {}),
      find: "Find an account",
      choices: wallets,
    },
  ];
}
