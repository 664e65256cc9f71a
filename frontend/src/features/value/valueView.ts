import { rangeOfDays, rangeOfSpan, SPANS, type SpanKey } from "./periods";
import type { PeriodGroup } from "./types";

/** Which value of a period is shown. */
export type ValueMeasure = "closing" | "largest";

/** What the page shows, as the URL describes it. */
export interface ValueView {
  group: PeriodGroup;
  measure: ValueMeasure;
  /** The ids of the chains; empty for all. */
  chains: readonly string[];
  /** The coins that have a color of their own; empty for the largest. */
  coins: readonly string[];
  hidesDust: boolean;
  /** The chosen span; null if it was dragged. */
  span: SpanKey | null;
  /** The first and the last day of a dragged span. */
  days: readonly [from: string, to: string] | null;
  /** The first day of the open period. */
  open: string | null;
  isTable: boolean;
}

/** The most tokens with a color of their own. */
export const MOST_COINS = 4;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const GROUPS: readonly PeriodGroup[] = ["day", "month", "year"];

/** A day of the URL; null for anything else. */
const dayIn = (params: URLSearchParams, name: string): string | null => {
  const text = params.get(name) ?? "";
  return DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;
};

/** The view that a query describes. By default it shows the closing value of each day, of everything. */
export function viewOf(params: URLSearchParams): ValueView {
  const [from, to] = [dayIn(params, "from"), dayIn(params, "to")];
  const days = from !== null && to !== null && from <= to ? ([from, to] as const) : null;
  const span = SPANS.find(({ key }) => key === params.get("span"))?.key ?? "all";
  return {
    group: GROUPS.find((group) => group === params.get("group")) ?? "day",
    measure: params.get("value") === "largest" ? "largest" : "closing",
    chains: [...new Set(params.getAll("chain"))].filter(Boolean),
    coins: [...new Set(params.getAll("token"))].filter(Boolean).slice(0, MOST_COINS),
    hidesDust: params.get("dust") === "hidden",
    span: days ? null : span,
    days,
    open: dayIn(params, "open"),
    isTable: params.get("as") === "table",
  };
}

/** The parameters of a view, without what is the default. */
export function queryOf(view: ValueView): Record<string, readonly string[]> {
  const only = (value: string | null, plain: string | null = null) =>
    value === null || value === plain ? [] : [value];
  return {
    group: only(view.group, "day"),
    value: only(view.measure, "closing"),
    chain: view.chains,
    token: view.coins,
    dust: only(view.hidesDust ? "hidden" : null),
    span: only(view.span, "all"),
    from: only(view.days?.[0] ?? null),
    to: only(view.days?.[1] ?? null),
    open: only(view.open),
    as: only(view.isTable ? "table" : null),
  };
}

/** The view after a change. Another grouping and another span close the open period. */
export function changedView(view: ValueView, change: Partial<ValueView>): ValueView {
  const isOther = "group" in change || "span" in change || "days" in change || "chains" in change;
  return { ...view, ...(isOther ? { open: null } : {}), ...change };
}

/** The periods that the view shows. */
export const rangeOf = (days: readonly string[], view: ValueView) =>
  view.days ? rangeOfDays(days, ...view.days) : rangeOfSpan(days, view.span ?? "all");
