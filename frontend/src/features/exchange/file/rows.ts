import { count } from "../../../format/text";
import type { IconName } from "../../../ui/Icon";
import type { ExchangeFilePreview, ExchangeFileRow, FileRowStatus } from "../types";

/** The statuses of rows, those first that concern the person most. */
export const STATUSES = ["unreadable", "counts", "unlisted", "listed", "no_change"] as const satisfies FileRowStatus[];

/** The label, icon and tone of a status; never only a color. */
export const WORDS: Record<FileRowStatus, { label: string; icon: IconName; tone: "good" | "warn" | "bad" | "plain" }> =
  {
    unreadable: { label: "Cannot be read", icon: "alert", tone: "bad" },
    counts: { label: "Counts", icon: "check", tone: "good" },
    unlisted: { label: "Not listed", icon: "info", tone: "warn" },
    listed: { label: "Counts already", icon: "copy", tone: "plain" },
    no_change: { label: "Changed nothing", icon: "hide", tone: "plain" },
  };

/** The number of rows with each status. */
export const countsOf = (preview: ExchangeFilePreview): Record<FileRowStatus, number> => ({
  unreadable: preview.unreadable_count,
  counts: preview.counting_count,
  unlisted: preview.unlisted_count,
  listed: preview.listed_count,
  no_change: preview.unchanging_count,
});

/** The number of all rows. */
export const rowCount = (preview: ExchangeFilePreview): number =>
  Object.values(countsOf(preview)).reduce((sum, one) => sum + one, 0);

/** How many rows would count if the file was imported. */
export const countingRows = (preview: ExchangeFilePreview, isCountingUnlisted: boolean): number =>
  preview.counting_count + (isCountingUnlisted ? preview.unlisted_count : 0);

/** `120 rows count.` */
export function headlineOf(rows: number): string {
  if (rows === 0) return "No row of this file would count.";
  return rows === 1 ? "1 row counts." : `${count(rows)} rows count.`;
}

/** What becomes of the others: `15 count already. 2 changed nothing. 3 cannot be read.` */
export function othersOf(preview: ExchangeFilePreview, exchange: string, isCountingUnlisted: boolean): string {
  const sentence = (n: number, one: string, many: string) => (n === 0 ? "" : `${count(n)} ${n === 1 ? one : many}.`);
  const lists = `not in ${exchange}'s lists`;
  return [
    isCountingUnlisted ? "" : sentence(preview.unlisted_count, `is ${lists}`, `are ${lists}`),
    sentence(preview.listed_count, "counts already", "count already"),
    sentence(preview.unchanging_count, "changed nothing", "changed nothing"),
    sentence(preview.unreadable_count, "cannot be read", "cannot be read"),
  ]
    .filter(Boolean)
    .join(" ");
}

/** The status of a row with the choice about rows that the lists do not have. */
export const statusOf = ({ verdict }: ExchangeFileRow, isCountingUnlisted: boolean): FileRowStatus =>
  verdict === "unlisted" && isCountingUnlisted ? "counts" : verdict;

/** The rows with a status, or all; those that cannot be read first, then in the order of the file. */
export function rowsWith({ rows }: ExchangeFilePreview, only: FileRowStatus | null): ExchangeFileRow[] {
  const rank = ({ verdict }: ExchangeFileRow): number => (verdict === "unreadable" ? 0 : 1);
  return rows
    .filter(({ verdict }) => only === null || verdict === only)
    .sort((a, b) => rank(a) - rank(b) || a.line - b.line);
}
