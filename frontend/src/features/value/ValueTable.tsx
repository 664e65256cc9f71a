import { useState } from "react";
import type { ChartRange } from "../../charts/columns";
import { useAmountText } from "../../format/amounts";
import { plural } from "../../format/text";
import { Dot } from "../../ui/Avatar";
import { Pagination } from "../../ui/Pagination";
import type { ValueBand } from "./chartData";
import type { PeriodFigures } from "./figures";
import css from "./valueTable.module.css";

/** The rows of a page, about as high as the plot. */
const ROWS = 12;

interface ValueTableProps {
  range: ChartRange;
  /** The lowest first, as in the legend. */
  bands: readonly ValueBand[];
  hasCost: boolean;
  figures: (period: number) => PeriodFigures | null;
  name: (period: number) => string;
  currency: string;
}

const None = () => <span className={css.none}>–</span>;

/** The figures of the chart as a table, the newest period first. */
export function ValueTable({ range: [from, to], bands, hasCost, figures, name, currency }: ValueTableProps) {
  const text = useAmountText();
  const [page, setPage] = useState(0);
  const count = to - from + 1;
  const first = to - page * ROWS;
  const rows = Array.from({ length: Math.min(ROWS, first - from + 1) }, (_, i) => first - i);
  const money = (amount: string | null | undefined) => (amount ? text.money(amount, currency) : <None />);
  const bandCell = (found: PeriodFigures | null, id: string) => {
    const figure = found?.bands.find(({ band }) => band.id === id);
    if (figure && figure.value === null) return "No price";
    return money(figure?.value);
  };
  return (
    <div className={css.frame}>
      <table className={css.table}>
        <caption className="vh">Asset value, {plural(count, "period")}, the newest first</caption>
        <thead>
          <tr>
            <th scope="col">Period</th>
            <th scope="col">Total</th>
            {bands.map(({ id, label, colour }) => (
              <th key={id} scope="col">
                <Dot colour={colour} /> <bdi>{label}</bdi>
              </th>
            ))}
            {hasCost ? <th scope="col">Cost basis</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((period) => {
            const found = figures(period);
            return (
              <tr key={period}>
                <th scope="row">{name(period)}</th>
                <td data-label="Total" className={css.total}>
                  {found && found.total === null ? "Not known" : money(found?.total)}
                </td>
                {bands.map(({ id, label }) => (
                  <td key={id} data-label={label}>
                    {bandCell(found, id)}
                  </td>
                ))}
                {hasCost ? <td data-label="Cost basis">{money(found?.cost)}</td> : null}
              </tr>
            );
          })}
        </tbody>
      </table>
      {count > ROWS ? (
        <div className={css.pages}>
          <Pagination page={page} pages={Math.ceil(count / ROWS)} onPage={setPage} />
        </div>
      ) : null}
    </div>
  );
}
