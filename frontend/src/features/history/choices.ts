import { type Choice, wholeOf } from "../../ui/choices";
import { type ChoiceKey, type HistoryView, labelsOf, optionsOf } from "./conditions";
import type { FilterOption, HistoryFilters } from "./types";

/** The filters that are lists; dates and kinds have controls of their own. */
const LISTS = ["asset", "wallet"] as const satisfies readonly ChoiceKey[];
type ListKey = (typeof LISTS)[number];

export interface ChoiceFilter {
  key: ListKey;
  label: string;
  /** The option for all. */
  all: string;
  /** The label of the field that narrows a long list. */
  find?: string;
  choices: Choice[];
  /** Whether the server has not said yet which values there are. */
  isLoading: boolean;
}

const texts: Record<ListKey, Omit<ChoiceFilter, "key" | "choices" | "isLoading">> = {
  asset: { label: "Assets", all: "All assets", find: "Find an asset" },
  wallet: { label: "Accounts", all: "All accounts", find: "Find an account" },
};

/** An asset is also found by its contract address. */
const toChoice = ({ value, label, count, mark }: FilterOption): Choice => ({
  id: value,
  name: label,
  whole: wholeOf(label, value),
  also: value,
  mark,
  count,
});

/** The values that the server offers, after those that are chosen without being offered, so that every filter is seen. */
export function choicesOf(key: ChoiceKey, view: HistoryView, filters: HistoryFilters | undefined): Choice[] {
  const options = optionsOf(filters, key);
  const unlisted = view[key].filter((value) => !options.some((option) => option.value === value));
  const names = labelsOf({ ...view, [key]: unlisted }, key, filters);
  return [
    ...unlisted.map((id, i) => ({ id, name: names[i] ?? id, whole: wholeOf(names[i] ?? id, id) })),
    ...options.map(toChoice),
  ];
}

/** The filters that are lists, with their values. */
export function choiceFilters(view: HistoryView, filters: HistoryFilters | undefined): ChoiceFilter[] {
  const isLoading = filters === undefined;
  return LISTS.map((key) => ({ key, ...texts[key], choices: choicesOf(key, view, filters), isLoading }));
}
