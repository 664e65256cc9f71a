import { dayAt, isDay, momentsOf, shiftedMonth } from "../../format/calendar";
import type { IconName } from "../../ui/Icon";
import { saveCosts, saveCounterparties, saveFees, saveTransactions } from "./mutations";
import type { Condition, Span } from "./types";

/** What a download covers. */
export interface ExportChoice {
  /** The first and the last day. */
  from: string;
  to: string;
  currency: string;
  /** The conditions of transactions; empty for all. */
  conditions: readonly Condition[];
}

/** A report that can be downloaded. */
export interface Report {
  key: string;
  title: string;
  note: string;
  icon: IconName;
  /** Whether it can be of some wallets alone. */
  isNarrowable: boolean;
  /** Downloads and saves it. Returns the name of its file. */
  save: (choice: ExportChoice) => Promise<string>;
}

/** The first and the last second of the days, in the zone of the person, as the server reads them. */
export function spanOf({ from, to, currency }: ExportChoice): Span {
  const [start, end] = momentsOf(from, to).map((moment) => Date.parse(moment) / 1_000);
  return { currency_code: currency, start_datetime: start ?? null, end_datetime: end ?? null };
}

export const REPORTS: readonly Report[] = [
  {
    key: "transactions",
    title: "Transaction History",
    note: "Each amount and fee, with its value at the time and its gain.",
    icon: "list",
    isNarrowable: true,
    save: (choice) => saveTransactions({ ...spanOf(choice), conditions: [...choice.conditions] }),
  },
  {
    key: "fees",
    title: "Blockchain Gas Costs",
    note: "Fees by day or month and network.",
    icon: "flows",
    isNarrowable: false,
    save: (choice) => saveFees(spanOf(choice)),
  },
  {
    key: "counterparties",
    title: "Counterparty Costs",
    note: "Volume and fees with each service, and without a label.",
    icon: "link",
    isNarrowable: false,
    save: (choice) => saveCounterparties(spanOf(choice)),
  },
  {
    key: "costs",
    title: "Average Cost Basis",
    note: "What was held on the last day, what it cost and what it was worth.",
    icon: "scales",
    isNarrowable: false,
    save: (choice) => saveCosts(spanOf(choice)),
  },
];

/** The days that are chosen first: one month back until today. */
export function lastMonth(now: number): readonly [from: string, to: string] {
  const today = dayAt(now);
  const first = shiftedMonth(today, -1);
  const last = new Date(Date.UTC(Number(first.slice(0, 4)), Number(first.slice(5, 7)), 0)).getUTCDate();
  const day = Math.min(Number(today.slice(8)), last);
  return [`${first.slice(0, 8)}${String(day).padStart(2, "0")}`, today];
}

/** The problem of the first day; empty if it is valid. */
export const fromProblem = (from: string): string => (isDay(from) ? "" : "From date cannot be empty");

/** The problem of the last day; empty if it is valid. */
export function toProblem(to: string, from: string): string {
  if (!isDay(to)) return "To date cannot be empty";
  return isDay(from) && to < from ? "To date cannot be before from date" : "";
}
