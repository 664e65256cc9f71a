import { useState } from "react";
import { plural } from "../../format/text";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { Switch } from "../../ui/Switch";
import { CostLine } from "./CostLine";
import { CostTotals } from "./CostTotals";
import css from "./costTable.module.css";
import { type CostSort, type CostView, costRows } from "./costView";
import type { CostBasis } from "./types";

const COLUMNS: readonly { key: CostSort; label: string }[] = [
  { key: "asset", label: "Asset" },
  { key: "average", label: "Average Cost Price" },
  { key: "price", label: "Current Price" },
  { key: "amount", label: "Amount" },
  { key: "cost", label: "Cost Basis" },
  { key: "value", label: "Current Value" },
  { key: "gain", label: "% Gain / Loss" },
];

/** The rows before "Show more". */
const FIRST = 10;

interface CostTableProps {
  data: CostBasis;
  view: CostView;
  onView: (change: Partial<CostView>) => void;
}

/** The table of what everything that is held cost. */
export function CostTable({ data, view, onView }: CostTableProps) {
  const [isLong, setLong] = useState(false);
  const rows = costRows(data.assets, view);
  const places = new Map(data.assets.map((row, place) => [row, place]));
  const listed = isLong ? rows : rows.slice(0, FIRST);
  const sortBy = (key: CostSort) =>
    onView({ sort: key, ascending: key === view.sort ? !view.ascending : key === "asset" });
  return (
    <Card
      title={
        <>
          Average Cost Basis <span className={css.count}>{plural(rows.length, "asset")}</span>
        </>
      }
      aside={
        <Switch on={view.hidesDust} onChange={(hidesDust) => onView({ hidesDust })}>
          Hide dust
        </Switch>
      }
    >
      {rows.length === 0 ? (
        <p className={css.empty}>No average cost basis found</p>
      ) : (
        <div className={css.frame}>
          <table className={css.table}>
            <thead>
              <tr>
                {COLUMNS.map(({ key, label }) => (
                  <th
                    key={key}
                    scope="col"
                    {...(key === view.sort ? { "aria-sort": view.ascending ? "ascending" : "descending" } : {})}
                  >
                    <button type="button" onClick={() => sortBy(key)}>
                      {label}
                      {key === view.sort ? <Icon name={view.ascending ? "up" : "down"} size={12} /> : null}
                    </button>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {listed.map((row) => (
                <CostLine key={`${row.asset} ${row.symbol}`} row={row} place={places.get(row) ?? 0} data={data} />
              ))}
            </tbody>
            <CostTotals data={data} shownRows={data.total_count} />
          </table>
        </div>
      )}
      {rows.length > listed.length ? (
        <p className={css.more}>
          <Button tone="link" small onClick={() => setLong(true)}>
            Show {rows.length - listed.length} more
          </Button>
        </p>
      ) : null}
      {data.unlisted > 0 ? (
        <p className={css.note}>
          {plural(data.unlisted, "token")} of unknown issuers without a price and a cost{" "}
          {data.unlisted === 1 ? "is" : "are"} left out.
        </p>
      ) : null}
    </Card>
  );
}
