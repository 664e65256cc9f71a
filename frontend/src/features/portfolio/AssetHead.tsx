import { Fragment } from "react";
import { Icon } from "../../ui/Icon";
import type { AssetView, SortKey } from "./assetView";
import type { GainColumn } from "./gains";
import css from "./table.module.css";

interface Column {
  key: SortKey;
  label: string;
  isNumber: boolean;
}

const COLUMNS: readonly Column[] = [
  { key: "name", label: "Asset", isNumber: false },
  { key: "price", label: "Price", isNumber: true },
  { key: "change", label: "24 h", isNumber: true },
  { key: "value", label: "Value", isNumber: true },
  { key: "gain", label: "Gain since cost", isNumber: true },
  { key: "share", label: "Share", isNumber: true },
];

interface AssetHeadProps {
  view: AssetView;
  onView: (change: Partial<AssetView>) => void;
  gains: GainColumn;
  /** Whether there is a column of prices over time. */
  hasLines: boolean;
}

interface HeaderProps extends Omit<Column, "key"> {
  column: SortKey;
  /** Whether the rows are in ascending order of it; null if they are not sorted by it. */
  sorted: boolean | null;
  onSort: () => void;
}

/** The header of a column. */
function Header({ column, label, isNumber, sorted, onSort }: HeaderProps) {
  const order = sorted ? "ascending" : "descending";
  return (
    <th
      scope="col"
      data-column={column}
      className={isNumber ? css.num : undefined}
      {...(sorted === null ? {} : { "aria-sort": order })}
    >
      <button type="button" onClick={onSort}>
        {label}
        {sorted === null ? null : <Icon name={sorted ? "up" : "down"} size={12} />}
      </button>
    </th>
  );
}

/** The column headers. A click sorts, a second click reverses the order. */
export function AssetHead({ view, onView, gains, hasLines }: AssetHeadProps) {
  const sortBy = (key: SortKey) =>
    onView({ sort: key, ascending: key === view.sort ? !view.ascending : key === "name" });
  return (
    <thead>
      <tr>
        {COLUMNS.filter(({ key }) => key !== "gain" || gains !== "none").map(({ key, label, isNumber }) => (
          <Fragment key={key}>
            {hasLines && key === "value" ? (
              <th scope="col" data-column="line">
                30 days
              </th>
            ) : null}
            {key === "gain" && gains === "unread" ? (
              <td data-column="gain" />
            ) : (
              <Header
                column={key}
                label={label}
                isNumber={isNumber}
                sorted={key === view.sort ? view.ascending : null}
                onSort={() => sortBy(key)}
              />
            )}
          </Fragment>
        ))}
      </tr>
    </thead>
  );
}
