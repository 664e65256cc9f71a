import type { SpanLength } from "../../charts/spanStart";

/** The spans to choose from, with the months or days that each reaches back, and in words. */
export const FEE_SPANS = [
  { key: "all", label: "All", months: Number.POSITIVE_INFINITY, days: 0, words: "All time" },
  { key: "5y", label: "5 Years", months: 60, days: 0, words: "5 years" },
  { key: "1y", label: "1 Year", months: 12, days: 0, words: "12 months" },
  { key: "6m", label: "6 Months", months: 6, days: 0, words: "6 months" },
  { key: "1m", label: "1 Month", months: 1, days: 0, words: "1 month" },
  { key: "1w", label: "1 Week", months: 0, days: 7, words: "7 days" },
] as const;

export type FeeSpan = (typeof FEE_SPANS)[number] & SpanLength;

/** The span without a choice. */
const FIRST = FEE_SPANS[2];

/** The span of a key; that of a year for any other text. */
export const feeSpanOf = (key: string | null): FeeSpan => FEE_SPANS.find((span) => span.key === key) ?? FIRST;

/** The key of a span for the URL; null for the span without a choice. */
export const feeSpanKey = ({ key }: Pick<FeeSpan, "key">): string | null => (key === FIRST.key ? null : key);
