import { Icon } from "../../ui/Icon";
import type { HistoryView } from "./conditions";
import css from "./tableHead.module.css";
import type { SortKey } from "./types";

export interface HeadProps {
  view: HistoryView;
  onView: (change: Partial<HistoryView>) => void;
}

/** The widths of the columns; that of the parties takes the rest. */
export const Columns = ({ sort }: Pick<HistoryView, "sort">) => (
  <colgroup>
    {["time", "kind", "parties", "asset", "value", "fee", "open"].map((kind) => (
      <col key={kind} data-kind={kind} data-sort={sort} />
    ))}
  </colgroup>
);

/** The order of a column for assistive technology. */
const sortedBy = ({ sort, ascending }: HistoryView, ...keys: SortKey[]) =>
  keys.includes(sort) ? ({ "aria-sort": ascending ? "ascending" : "descending" } as const) : {};

/** A header that sorts descending first; a second press reverses the order. */
function SortButton({
  view: { sort, ascending },
  onView,
  by,
  children,
}: HeadProps & { by: SortKey; children: string }) {
  const isSorted = by === sort;
  return (
    <button
      type="button"
      data-sorted={isSorted || undefined}
      onClick={() => onView({ sort: by, ascending: isSorted && !ascending })}
    >
      {children}
      {isSorted ? <Icon name={ascending ? "up" : "down"} size={12} /> : null}
    </button>
  );
}

const UNSORTED = "none";

/** The header of the values. Its menu sorts by the value then, which is the only one that the server sorts by. */
function ValueMenu({ view: { sort, ascending }, onView }: HeadProps) {
  const isSorted = sort === "usd_value";
  const choose = (value: string) =>
    onView(value === UNSORTED ? { sort: "time", ascending: false } : { sort: "usd_value", ascending: value === "up" });
  return (
    <span className={css.menu} data-sorted={isSorted || undefined}>
      Value then, now
      <Icon name={isSorted && ascending ? "up" : "down"} size={12} />
      <select
        aria-label="Sort by value"
        value={isSorted ? (ascending ? "up" : "down") : UNSORTED}
        onChange={({ target }) => choose(target.value)}
      >
        <option value={UNSORTED}>Not by value</option>
        <option value="down">Then, highest first</option>
        <option value="up">Then, lowest first</option>
      </select>
    </span>
  );
}

/** The column headers. */
export function TableHead(head: HeadProps) {
  const { view } = head;
  return (
    <thead className={css.head}>
      <tr>
        <th scope="col" {...sortedBy(view, "time")}>
          <SortButton {...head} by="time">
            {view.sort === "time" ? "Time" : "Date"}
          </SortButton>
        </th>
        <th scope="col">Kind</th>
        <th scope="col" {...sortedBy(view, "from", "to")}>
          <SortButton {...head} by="from">
            From
          </SortButton>
          {", "}
          <SortButton {...head} by="to">
            to
          </SortButton>
        </th>
        <th scope="col" {...sortedBy(view, "asset")}>
          <SortButton {...head} by="asset">
            Asset and amount
          </SortButton>
        </th>
        <th scope="col" className={css.num} {...sortedBy(view, "usd_value")}>
          <ValueMenu {...head} />
        </th>
        <th scope="col" className={css.num}>
          Fee then, now
        </th>
        <td />
      </tr>
    </thead>
  );
}
