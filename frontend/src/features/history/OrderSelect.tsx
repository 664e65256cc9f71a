import { Icon } from "../../ui/Icon";
import { Select } from "../../ui/Select";
import type { HistoryView } from "./conditions";
import css from "./filterBar.module.css";
import { ORDERS } from "./order";

interface OrderSelectProps {
  view: HistoryView;
  onView: (change: Partial<HistoryView>) => void;
}

const keyOf = ({ sort, ascending }: Pick<HistoryView, "sort" | "ascending">): string => `${sort} ${ascending}`;

const OPTIONS = ORDERS.map((order) => ({ key: keyOf(order), label: order.label }));

/** The order of the entries. */
export const OrderSelect = ({ view, onView }: OrderSelectProps) => (
  <span className={css.order}>
    <Select
      label="Order"
      options={OPTIONS}
      chosen={keyOf(view)}
      onChoose={(key) => {
        const order = ORDERS.find((one) => keyOf(one) === key);
        if (order) onView({ sort: order.sort, ascending: order.ascending });
      }}
    />
    <Icon name="down" size={14} />
  </span>
);
