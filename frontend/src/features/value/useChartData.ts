import { useMemo } from "react";
import type { ChartRange } from "../../charts/columns";
import type { ChartEvent, ValueSeries } from "../../charts/series";
import { useDelayed } from "../../ui/useDelayed";
import { partsOf, seriesOf, type ValueParts } from "./chartData";
import { shownEvents } from "./events";
import { paddedDays, paddingOf } from "./periods";
import { useEvents } from "./queries";
import type { ValueGraph, VisitorToken } from "./types";
import { rangeOf, type ValueView } from "./valueView";

/** The pause after which dust is hidden or shown. */
const DUST_MS = 200;

/** What the page shows of an answer. Its periods include the empty ones before the history. */
export interface ChartData {
  /** How many empty periods there are before the history. */
  padding: number;
  /** The first day of each period. */
  days: readonly string[];
  range: ChartRange;
  parts: ValueParts;
  series: ValueSeries;
  events: readonly ChartEvent[];
}

/** Derives what the chart shows from an answer. Each step is kept until what it depends on changes. */
export function useChartData(answer: ValueGraph, view: ValueView, visitor: VisitorToken): ChartData {
  const { asset_value_data: data, group_criteria: group } = answer;
  const hidesDust = useDelayed(view.hidesDust, DUST_MS);
  const { chains, coins, measure } = view;
  const shown = useMemo(() => ({ chains, coins, measure, hidesDust }), [chains, coins, measure, hidesDust]);
  const padding = paddingOf(data.days, group);
  const days = useMemo(() => paddedDays(data.days, group), [data, group]);
  const [from, to] = rangeOf(days, view);
  const range = useMemo(() => [from, to] as const, [from, to]);
  // Only dust depends on the end of the span.
  const end = hidesDust ? Math.max(0, to - padding) : 0;
  const parts = useMemo(() => partsOf(answer, shown, end), [answer, shown, end]);
  const series = useMemo(() => seriesOf(answer, parts, shown), [answer, parts, shown]);
  const { data: answered } = useEvents(visitor);
  const events = useMemo(
    () => shownEvents(answered?.events ?? [], days, range, chains),
    [answered, days, range, chains],
  );
  return { padding, days, range, parts, series, events };
}
