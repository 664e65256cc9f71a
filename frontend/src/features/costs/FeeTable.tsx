import { useState } from "react";
import { useAmountText } from "../../format/amounts";
import { isNothing, totalText } from "../../format/partialTotal";
import { periodName } from "../../format/spans";
import { plural } from "../../format/text";
import { Pagination } from "../../ui/Pagination";
import type { FeeFiguresProps } from "./FeeChart";
import type { FeePeriod } from "./fees";
import css from "./fees.module.css";

/** The rows of a page. */
const ROWS = 6;

/** The figures of the bars as a table, the newest period first. */
export function FeeTable({ data, bands, periods }: FeeFiguresProps) {
  const text = useAmountText();
  const [page, setPage] = useState(0);
  const { currency_code: currency, group_criteria: group } = data;
  const money = (amount: string) => text.money(amount, currency);
  const byChain = (values: FeePeriod["values"]) =>
    bands
      .flatMap(({ name }, band) => {
        const value = values[band];
        // A line breaks between chains only.
        return value === undefined || isNothing(value)
          ? []
          : `${name} ${totalText(value, money)}`.replaceAll(" ", "\u00a0");
      })
      .join(", ") || "–";
  const rows = [...periods].reverse().slice(page * ROWS, (page + 1) * ROWS);
  return (
    <div className={css.frame}>
      <table className={css.table}>
        <caption className="vh">Blockchain fees, {plural(periods.length, "period")}, the newest first</caption>
        <thead>
          <tr>
            <th scope="col">{group === "day" ? "Day" : "Month"}</th>
            <th scope="col">By chain</th>
            <th scope="col">Fees</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ day, total, values }) => (
            <tr key={day}>
              <th scope="row">{periodName(day, group)}</th>
              <td>{byChain(values)}</td>
              <td>{totalText(total, money)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {periods.length > ROWS ? (
        <div className={css.pages}>
          <Pagination page={page} pages={Math.ceil(periods.length / ROWS)} onPage={setPage} />
        </div>
      ) : null}
    </div>
  );
}
