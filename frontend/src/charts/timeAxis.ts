import type { ChartRange } from "./columns";
import type { PlotScale } from "./scale";

/** The length of a period. */
export type PeriodUnit = "day" | "month" | "year";

export interface AxisLabel {
  period: number;
  text: string;
}

const format = (options: Intl.DateTimeFormatOptions) => {
  // The days of the axis are calendar days, which are the same in every zone.
  const made = new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" });
  return (day: string) => made.format(new Date(day));
};
const dayText = format({ day: "numeric", month: "short" });
const monthText = format({ month: "short" });
const monthAndYear = format({ month: "short", year: "numeric" });

/** The least distance of two labels in pixels. */
const ROOM = 66;

/** How many periods a label stands for: each one has its own up to 11, and every third one has a label from 21 on. */
export function labelStep(count: number): 1 | 2 | 3 {
  if (count <= 11) return 1;
  return count > 20 ? 3 : 2;
}

/** The months between labels at boundaries of the calendar. */
const MONTHS = [1, 3, 6, 12, 24, 60, 120] as const;

const monthsOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

/** The periods that begin a month of the calendar, every `months` months. */
function boundaries(days: readonly string[], { range: [from, to] }: PlotScale, months: number): number[] {
  const found: number[] = [];
  for (let i = from; i <= to; i += 1) {
    const month = monthsOf(days[i] ?? "");
    // The first day of the span is no boundary, unless it begins its month.
    const isFirst = i > 0 ? month !== monthsOf(days[i - 1] ?? "") : days[i]?.endsWith("-01");
    if (isFirst && month % months === 0) found.push(i);
  }
  return found;
}

/** Whether a label has its year because it begins one. */
const isJanuary = (day: string | undefined): boolean => day?.slice(5, 7) === "01";

/** The text of a label; the first one and each January have their year. */
function labelText(day: string, unit: PeriodUnit, isFirst: boolean): string {
  if (unit === "year") return day.slice(0, 4);
  if (unit === "day") return dayText(day);
  return isFirst || isJanuary(day) ? monthAndYear(day) : monthText(day);
}

/** The periods of a span, every few of them. */
const everyFew = ([from, to]: ChartRange, few: number): number[] =>
  Array.from({ length: Math.ceil((to - from + 1) / few) }, (_, i) => from + i * few);

/** The labels below the plot: in steps of periods if these fit, else at boundaries of the calendar. */
export function axisLabels(days: readonly string[], unit: PeriodUnit, scale: PlotScale): AxisLabel[] {
  const [from, to] = scale.range;
  const labels = (periods: readonly number[], as: PeriodUnit): AxisLabel[] =>
    periods.map((period, i) => {
      // Two years beside each other would overlap.
      const isFirst = i === 0 && !isJanuary(days[periods[1] ?? -1]);
      return { period, text: labelText(days[period] ?? "", as, isFirst) };
    });
  const count = to - from + 1;
  const most = Math.max(2, Math.floor(scale.width / ROOM) + 1);
  if (Math.ceil(count / labelStep(count)) <= most) return labels(everyFew(scale.range, labelStep(count)), unit);
  // Months differ in length, so that the distance of each label is compared.
  const fits = (periods: readonly number[]) =>
    periods.every((period, i) => i === 0 || scale.x(period) - scale.x(periods[i - 1] ?? 0) >= ROOM);
  for (const months of MONTHS) {
    const periods = boundaries(days, scale, months);
    if (periods.length > 1 && fits(periods)) return labels(periods, months < 12 ? "month" : "year");
  }
  return labels(everyFew(scale.range, Math.ceil(count / most)), unit);
}
