import type { KeyboardEvent, MouseEvent } from "react";
import { Skeleton } from "../../ui/Skeleton";
import { useNow } from "../../ui/useNow";
import { daysOf } from "./days";
import { HistoryLine } from "./HistoryLine";
import { Columns, type HeadProps, TableHead } from "./TableHead";
import css from "./table.module.css";
import type { HistoryRow } from "./types";
import { entriesWords } from "./words";

/** Moves the focus to the entry above or below; Home and End to the first and the last. */
function moveByArrow(event: KeyboardEvent<HTMLTableElement>): void {
  if (!(event.target instanceof Element) || !event.target.closest("tbody")) return;
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
  /** Whether the table has little room. */
  isNarrow: boolean;
  isFirstPage: boolean;
  isLastPage: boolean;
  /** Whether the rows are those of the previous filters. */
  isStale: boolean;
  entry: string | null;
  onEntry: (entry: string) => void;
  entryPath: (entry: string) => string;
}

/** The entries as a table, with days as groups if they are in order of time. */
export function HistoryTable({ rows, currency, isNarrow, isStale, entry, ...rest }: HistoryTableProps) {
  const { view, onView, isFirstPage, isLastPage, onEntry, entryPath } = rest;
  const now = useNow();
  const onClick = (event: MouseEvent) => {
    const pressed = pressedEntry(event);
    if (pressed !== null) onEntry(pressed);
  };
  const line = (row: HistoryRow) => (
    <HistoryLine
      key={row.entry}
      row={row}
      currency={currency}
      sort={view.sort}
      isNarrow={isNarrow}
      isOpen={row.entry === entry}
      path={entryPath(row.entry)}
      onOpen={() => onEntry(row.entry)}
    />
  );
  const isByTime = view.sort === "time";
  const days = isByTime ? daysOf(rows, now, { isFirst: isFirstPage, isLast: isLastPage }) : [];
  return (
    <table
      className={css.table}
      data-narrow={isNarrow || undefined}
      data-stale={isStale || undefined}
      aria-busy={isStale || undefined}
      onClick={onClick}
      onKeyDown={moveByArrow}
    >
      <caption className="vh">Transactions</caption>
      <Columns sort={view.sort} />
      <TableHead view={view} onView={onView} />
      {days.map(({ id, weekday, rows: of, isWhole }) => (
        <tbody key={id}>
          <tr className={css.day}>
            <th scope="rowgroup" colSpan={7}>
              <span>
                <b>{id}</b> {weekday}
                {isWhole ? <small>{entriesWords(of.length)}</small> : null}
              </span>
            </th>
          </tr>
          {of.map(line)}
        </tbody>
      ))}
      {isByTime ? null : <tbody>{rows.map(line)}</tbody>}
    </table>
  );
}

const WIDTHS = [118, 92, 134, 104, 126, 88, 140, 110, 96, 122] as const;

/** Ten rows of the height of entries, while the first are loading. */
export const TableSkeleton = ({ isNarrow, ...head }: HeadProps & { isNarrow: boolean }) => (
  <table className={css.table} data-narrow={isNarrow || undefined} aria-busy="true">
    <caption className="vh">Transactions, loading</caption>
    <Columns sort={head.view.sort} />
    <TableHead {...head} />
    <tbody>
      {WIDTHS.map((width) => (
        <tr key={width} className={css.loading}>
          <td>
            <Skeleton width={36} height={12} />
          </td>
          <td>
            <span className={css.kind}>
              <Skeleton width={30} height={30} />
              <Skeleton width={64} height={12} />
            </span>
          </td>
          <td>
            <Skeleton width={width * 1.4} height={12} />
          </td>
          <td>
            <Skeleton width={width} height={12} />
          </td>
          <td className={css.then}>
            <Skeleton width={64} height={12} />
          </td>
          <td className={css.fee}>
            <Skeleton width={40} height={12} />
          </td>
          <td />
        </tr>
      ))}
    </tbody>
  </table>
);
