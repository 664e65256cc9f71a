import type { SpanLength } from "../../charts/spanStart";

/** The spans to choose from, with the months or days that each reaches back. */
export const SPANS = [
  { key: "max", label: "Max", months: Number.POSITIVE_INFINITY, days: 0 },
  { key: "5y", label: "5 years", months: 60, days: 0 },
  { key: "4y", label: "4 years", months: 48, days: 0 },
  { key: "3y", label: "3 years", months: 36, days: 0 },
  { key: "2y", label: "2 years", months: 24, days: 0 },
  { key: "1y", label: "1 year", months: 12, days: 0 },
  { key: "6m", label: "6 months", months: 6, days: 0 },
  { key: "1m", label: "1 month", months: 1, days: 0 },
  { key: "1w", label: "1 week", months: 0, days: 7 },
  { key: "1d", label: "1 day", months: 0, days: 1 },
] as const;

export type SpanKey = (typeof SPANS)[number]["key"];

/** The span of the page without a choice. */
export const FIRST_SPAN: SpanKey = "1y";

/** How far back a span reaches. */
export const lengthOf = (key: SpanKey): SpanLength => SPANS.find((span) => span.key === key) ?? SPANS[0];
