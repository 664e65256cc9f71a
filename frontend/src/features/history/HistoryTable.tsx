import type { KeyboardEvent, MouseEvent } from "react";
import { Icon } from "../../ui/Icon";
import { Skeleton } from "../../ui/Skeleton";
import type { HistoryView } from "./conditions";
import { HistoryLine } from "./HistoryLine";
import css from "./table.module.css";
import type { HistoryRow, SortKey } from "./types";

interface Column {
  /** What the column is sorted by; the parties have two keys. */
  keys: readonly SortKey[];
  label: string;
  kind: string;
  isNumber?: boolean;
}

const DATE: Column = { keys: ["time"], label: "Date", kind: "date" };
const PARTIES: Column = { keys: ["from", "to"], label: "From, to", kind: "parties" };
const ASSET: Column = { keys: ["asset"], label: "Asset and amount", kind: "asset" };
const METHOD: Column = { keys: ["method"], label: "Method", kind: "method" };

const wide: readonly Column[] = [
  DATE,
  PARTIES,
  ASSET,
  { keys: ["usd_value"], label: "Value then", kind: "value", isNumber: true },
  { keys: [], label: "Today", kind: "today", isNumber: true },
  { keys: [], label: "Fee then", kind: "fee", isNumber: true },
  { keys: [], label: "Today", kind: "feeToday", isNumber: true },
  METHOD,
];
const narrow: readonly Column[] = [
  DATE,
  PARTIES,
  ASSET,
  { keys: ["usd_value"], label: "Value", kind: "value", isNumber: true },
  { keys: [], label: "Fee", kind: "fee", isNumber: true },
  METHOD,
];

const columnsOf = (isNarrow: boolean) => (isNarrow ? narrow : wide);

interface HeadProps {
  view: HistoryView;
  onView: (change: Partial<HistoryView>) => void;
  isNarrow: boolean;
}

/** The words of the sort buttons where one column has two. */
const BUTTONS: Partial<Record<SortKey, string>> = { from: "From", to: "to" };

/** The column headers. A click sorts descending first, a second click reverses the order. */
function Head({ view: { sort, ascending }, onView, isNarrow }: HeadProps) {
  const sortBy = (key: SortKey) => onView({ sort: key, ascending: key === sort && !ascending });
  return (
    <thead>
      <tr>
        {columnsOf(isNarrow).map(({ keys, label, kind, isNumber }) => (
          <th
            key={kind}
            scope="col"
            data-kind={kind}
            className={isNumber ? css.num : undefined}
            {...(keys.includes(sort) ? { "aria-sort": ascending ? "ascending" : "descending" } : {})}
          >
            {keys.map((key, i) => (
              <span key={key}>
                {i > 0 ? ", " : null}
                <button type="button" data-sorted={key === sort || undefined} onClick={() => sortBy(key)}>
                  {BUTTONS[key] ?? label}
                  {key === sort ? <Icon name={ascending ? "up" : "down"} size={12} /> : null}
                </button>
              </span>
            ))}
            {keys.length === 0 ? label : null}
            {kind === "feeToday" ? <span className="vh"> (fee)</span> : null}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Moves the focus to the entry above or below; Home and End to the first and the last. */
function moveByArrow(event: KeyboardEvent<HTMLTableElement>): void {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>("tbody th a")];
  const focused = document.activeElement?.closest("tr")?.querySelector<HTMLElement>("th a");
  const at = focused ? links.indexOf(focused) : -1;
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
  const next = to === undefined || at < 0 ? undefined : links[to];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** The entry whose row was pressed; null for a control in it, or while text is being selected. */
function pressedEntry({ target }: MouseEvent): string | null {
  if (!(target instanceof Element) || target.closest("a, button") || document.getSelection()?.toString()) return null;
  return target.closest<HTMLElement>("[data-entry]")?.dataset.entry ?? null;
}

interface HistoryTableProps extends HeadProps {
  rows: readonly HistoryRow[];
  currency: string;
  /** Whether the rows are those of the previous filters. */
  isStale: boolean;
  entry: string | null;
  onEntry: (entry: string) => void;
  entryPath: (entry: string) => string;
}

/** The entries as a table. */
export function HistoryTable({ rows, currency, isStale, entry, onEntry, entryPath, ...head }: HistoryTableProps) {
  const onClick = (event: MouseEvent) => {
    const pressed = pressedEntry(event);
    if (pressed !== null) onEntry(pressed);
  };
  return (
    <table
      className={css.table}
      data-narrow={head.isNarrow || undefined}
      data-stale={isStale || undefined}
      onClick={onClick}
      onKeyDown={moveByArrow}
    >
      <caption className="vh">Transactions</caption>
      <Head {...head} />
      <tbody>
        {rows.map((row) => (
          <HistoryLine
            key={row.entry}
            row={row}
            currency={currency}
            sort={head.view.sort}
            isNarrow={head.isNarrow}
            isOpen={row.entry === entry}
            path={entryPath(row.entry)}
            onOpen={() => onEntry(row.entry)}
          />
        ))}
      </tbody>
    </table>
  );
}

const WIDTHS = [118, 92, 134, 104, 126, 88, 140, 110, 96, 122] as const;

/** Ten rows of the height of entries, while the first are loading. */
export const TableSkeleton = (head: HeadProps) => (
  <table className={css.table} data-narrow={head.isNarrow || undefined} aria-busy="true">
    <caption className="vh">Transactions, loading</caption>
    <Head {...head} />
    <tbody>
      {WIDTHS.map((width) => (
        <tr key={width} className={css.loading}>
          {columnsOf(head.isNarrow).map(({ kind, isNumber }) => (
            <td key={kind} className={isNumber ? css.num : undefined}>
              <span className={css.loadingCell}>
                {kind === "parties" ? <Skeleton width={30} height={30} /> : null}
                <Skeleton width={kind === "parties" ? width * 1.4 : isNumber ? 52 : Math.min(width, 64)} height={12} />
              </span>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
