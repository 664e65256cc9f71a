import { startTransition, useOptimistic } from "react";
import { useSearchParams } from "react-router";
import { nearestPage, PAGE_SIZES } from "../../ui/paging";
import {
  CHOICES,
  type ChoiceKey,
  EVERYTHING,
  FIRST_SIZE,
  type HistoryView,
  maySearch,
  SORT_KEYS,
  shortened,
} from "./conditions";
import { kindNamed } from "./kinds";
import { readPeriod } from "./period";
import type { HistoryFilters } from "./types";
import { withValidChoices } from "./validChoices";

/** The names of the choices in the URL are those of the conditions. */
function read(params: URLSearchParams): HistoryView {
  const search = shortened(params.get("q") ?? "");
  const readValue = (key: ChoiceKey, value: string) => (key === "kind" ? (kindNamed(value)?.id ?? "") : value);
  const values = (key: ChoiceKey) => params.getAll(key).map((value) => readValue(key, value));
  const choices = Object.fromEntries(CHOICES.map((key) => [key, [...new Set(values(key))].filter(Boolean)]));
  return {
    ...EVERYTHING,
    ...choices,
    search: maySearch(search) ? search : "",
    period: readPeriod(params.get("from") ?? "", params.get("to") ?? ""),
    hideDust: params.get("dust") !== "show",
    sort: SORT_KEYS.find((key) => key === params.get("sort")) ?? EVERYTHING.sort,
    ascending: params.get("dir") === "asc",
    page: nearestPage(Number(params.get("p") ?? 0), Number.MAX_SAFE_INTEGER),
    size: PAGE_SIZES.find((size) => String(size) === params.get("rows")) ?? FIRST_SIZE,
  };
}

/** Writes the view to search parameters, omitting defaults. */
function write(params: URLSearchParams, view: HistoryView): URLSearchParams {
  const next = new URLSearchParams(params);
  const put = (key: string, value: string, plain: string) =>
    value === plain ? next.delete(key) : next.set(key, value);
  put("q", view.search.trim(), "");
  for (const key of CHOICES) {
    next.delete(key);
    for (const value of view[key]) next.append(key, value);
  }
  put("from", view.period?.[0] ?? "", "");
  put("to", view.period?.[1] ?? "", "");
  put("dust", view.hideDust ? "" : "show", "");
  put("sort", view.sort, EVERYTHING.sort);
  put("dir", view.ascending ? "asc" : "", "");
  put("p", String(view.page), "0");
  put("rows", String(view.size), String(FIRST_SIZE));
  return next;
}

const ENTRY = "entry";

export interface HistoryPlace {
  view: HistoryView;
  /** Changes the view, as a step of the history. Every change but of the page goes to the first page. */
  onView: (change: Partial<HistoryView>) => void;
  /** Shows another page instead of one that does not exist. */
  onPageCorrected: (page: number) => void;
  /** The open entry. */
  entry: string | null;
  /** Opens an entry, on another page of the view if one is given; null closes it. */
  onEntry: (entry: string | null, page?: number) => void;
  /** The URL that opens an entry. */
  entryPath: (entry: string) => string;
}

/**
 * The view and the open entry, kept in the URL, so that both can be sent, and Back returns to the page and the filters before and
 * closes the entry.
 */
export function useHistoryView(filters: HistoryFilters | undefined): HistoryPlace {
  const [params, setParams] = useSearchParams();
  // The URL changes a moment later; the choice is shown immediately.
  const [view, show] = useOptimistic(withValidChoices(read(params), filters));
  const entry = params.get(ENTRY);
  const change = (next: HistoryView, replace: boolean) =>
    startTransition(() => {
      show(next);
      setParams((old) => write(old, next), { replace, preventScrollReset: true });
    });
  // A search applies while it is typed, and Back should not go through its beginnings.
  const onView = (changed: Partial<HistoryView>) =>
    change({ ...view, page: 0, ...changed }, Object.keys(changed).join() === "search");
  const onPageCorrected = (page: number) => change({ ...view, page }, true);
  const opened = (old: URLSearchParams, id: string | null) => {
    const next = new URLSearchParams(old);
    if (id === null) next.delete(ENTRY);
    else next.set(ENTRY, id);
    return next;
  };
  const onEntry = (id: string | null, page?: number) =>
    setParams((old) => opened(page === undefined ? old : write(old, { ...view, page }), id), {
      // Only the first step into the drawer is a step of the history, so that Back closes it.
      replace: id === null || entry !== null,
      preventScrollReset: true,
    });
  return { view, onView, onPageCorrected, entry, onEntry, entryPath: (id) => `?${opened(params, id)}` };
}
