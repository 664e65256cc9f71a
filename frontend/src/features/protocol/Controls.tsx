import { Icon } from "../../ui/Icon";
import { SegmentedControl } from "../../ui/SegmentedControl";
import css from "./protocols.module.css";
import type { Protocols } from "./types";
import { networksOf, type ProtocolView, type Show, type SortBy } from "./view";

const SHOWS: readonly { key: Show; label: string }[] = [
  { key: "all", label: "All" },
  { key: "yield", label: "Yield" },
  { key: "debt", label: "Debt" },
];
const SORTS: readonly { key: SortBy; label: string }[] = [
  { key: "amount", label: "Amount" },
  { key: "name", label: "Name" },
];

export interface ControlsProps {
  data: Protocols;
  view: ProtocolView;
  onView: (change: Partial<ProtocolView>) => void;
}

/** Which positions are shown, and in which order. Pressing the chosen order turns it. */
export function Controls({ data, view, onView }: ControlsProps) {
  const networks = networksOf(data.user_wallet);
  return (
    <div className={css.controls}>
      <SegmentedControl label="Positions" options={SHOWS} chosen={view.show} onChoose={(show) => onView({ show })} />
      {networks.length > 1 ? (
        <fieldset className={css.networks} aria-label="Network">
          <button type="button" aria-pressed={view.network === null} onClick={() => onView({ network: null })}>
            All networks
          </button>
          {networks.map(({ id, name, mark }) => (
            <button key={id} type="button" aria-pressed={view.network === id} onClick={() => onView({ network: id })}>
              {mark ? <img src={mark} alt="" width={18} height={18} /> : null}
              {name}
            </button>
          ))}
        </fieldset>
      ) : null}
      <fieldset className={css.sorts} aria-label="Sort by">
        <span aria-hidden="true">Sort by</span>
        {SORTS.map(({ key, label }) => {
          const isChosen = view.by === key;
          const isDown = (key === "amount") !== view.turned;
          return (
            <button
              key={key}
              type="button"
              aria-pressed={isChosen}
              aria-label={isChosen ? `${label}, ${isDown ? "descending" : "ascending"}` : label}
              onClick={() => onView(isChosen ? { turned: !view.turned } : { by: key, turned: false })}
            >
              {label}
              {isChosen ? <Icon name={isDown ? "down" : "up"} size={14} /> : null}
            </button>
          );
        })}
      </fieldset>
    </div>
  );
}
