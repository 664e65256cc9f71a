import type { ReactNode } from "react";
import { AssetHead } from "./AssetHead";
import { tableSum } from "./assetSums";
import own from "./assetTable.module.css";
import type { ViewRow } from "./assetView";
import { moveByArrow } from "./moveByArrow";
import { SumRow } from "./SumRow";
import css from "./table.module.css";
import type { TableSetup } from "./tableSetup";

interface TableFrameProps {
  table: TableSetup;
  /** All assets of the answer. */
  rows: readonly ViewRow[];
  /** The rows that match, also those of assets that are hidden as dust. */
  matching: readonly ViewRow[];
  /** The number of assets hidden as dust. */
  dust: number;
  /** The button that shows the other rows, or groups. */
  more: ReactNode;
  /** The bodies of the table. */
  children: ReactNode;
}

/** The table around its rows: the head, by which they are sorted, and their sum. */
export function TableFrame({ table, rows, matching, dust, more, children }: TableFrameProps) {
  const { portfolio, view, onView, gains, gainOfAll, hasLines } = table;
  return (
    <section className={own.scroll} aria-label="Asset table" tabIndex={-1}>
      <table
        aria-label="Assets"
        className={`${css.table} ${own.columns}`}
        data-gains={gains === "none" ? undefined : gains}
        data-lines={hasLines || undefined}
        onKeyDown={moveByArrow}
      >
        <AssetHead view={view} onView={onView} gains={gains} hasLines={hasLines} />
        {children}
        <SumRow table={table} sum={tableSum(portfolio, rows, matching, view, gainOfAll)} dust={dust} more={more} />
      </table>
    </section>
  );
}
