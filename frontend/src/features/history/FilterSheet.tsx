import { useRef, useState } from "react";
import { count } from "../../format/text";
import { Button } from "../../ui/Button";
import { toggled } from "../../ui/choices";
import { Dialog } from "../../ui/Dialog";
import { Icon } from "../../ui/Icon";
import { type ChoiceFilter, choiceFilters } from "./choices";
import { CHOICES, cleared, type HistoryView, labelsOf } from "./conditions";
import { DateChoices } from "./DateChoices";
import { DustSwitch } from "./FilterBar";
import { Sketch } from "./KindIcon";
import { ORDERS } from "./order";
import { periodWords } from "./period";
import css from "./sheet.module.css";
import type { HistoryFilters } from "./types";
import { entriesWords } from "./words";

interface SheetProps {
  view: HistoryView;
  onView: (change: Partial<HistoryView>) => void;
  filters: HistoryFilters | undefined;
  /** The number of entries that match; unknown while they are loading. */
  total: number | undefined;
}

/** The values of one filter as buttons; the first few, and the rest on request. */
function Choices({
  filter,
  chosen,
  onChoose,
}: {
  filter: ChoiceFilter;
  chosen: readonly string[];
  onChoose: (values: string[]) => void;
}) {
  const [all, setAll] = useState(false);
  const { label, all: allLabel, choices } = filter;
  const shown = all ? choices : choices.filter(({ id }, i) => i < FIRST_CHOICES || chosen.includes(id));
  return (
    <fieldset className={css.choices}>
      <legend>{label}</legend>
      <button type="button" aria-pressed={chosen.length === 0} onClick={() => onChoose([])}>
        {allLabel}
      </button>
      {shown.map(({ id, name, also, mark }) => (
        <button
          key={id}
          type="button"
          title={also}
          aria-pressed={chosen.includes(id)}
          onClick={() => onChoose(toggled(chosen, id, choices))}
        >
          {mark ? <img src={mark} alt="" width={18} height={18} /> : null}
          {name}
        </button>
      ))}
      {shown.length < choices.length ? (
        <button type="button" className={css.more} onClick={() => setAll(true)}>
          {count(choices.length - shown.length)} more
        </button>
      ) : null}
    </fieldset>
  );
}

const FIRST_CHOICES = 8;

/** The orders by time and by value; the others are of little use without columns. */
const FIRST_ORDERS = 4;

const Orders = ({ view: { sort, ascending }, onView }: Pick<SheetProps, "view" | "onView">) => (
  <fieldset className={css.choices}>
    <legend>Order</legend>
    {ORDERS.map((order) => ({ ...order, isCurrent: order.sort === sort && order.ascending === ascending }))
      .filter(({ isCurrent }, i) => i < FIRST_ORDERS || isCurrent)
      .map(({ label, isCurrent, ...order }) => (
        <button
          key={label}
          type="button"
          aria-pressed={isCurrent}
          onClick={() => onView({ sort: order.sort, ascending: order.ascending })}
        >
          {label}
        </button>
      ))}
  </fieldset>
);

/** The open sheet. Filters apply at once; the button says how many entries match and closes it. */
function OpenSheet({ view, onView, filters, total, onClose }: SheetProps & { onClose: () => void }) {
  return (
    <Dialog title="Filters" shape="sheet" onClose={onClose}>
      <div className={css.body}>
        <DateChoices view={view} onView={onView} filters={filters} />
        {choiceFilters(view, filters)
          .filter(({ choices }) => choices.length > 0)
          .map((filter) => (
            <Choices
              key={filter.key}
              filter={filter}
              chosen={view[filter.key]}
              onChoose={(values) => onView({ [filter.key]: values })}
            />
          ))}
        <DustSwitch view={view} onView={onView} />
        <Orders view={view} onView={onView} />
      </div>
      <div className={css.foot}>
        <Button onClick={() => onView(cleared(view))}>Clear all</Button>
        <Button tone="primary" className={css.show} onClick={onClose}>
          {total === undefined ? "Show entries" : `Show ${entriesWords(total)}`}
        </Button>
      </div>
    </Dialog>
  );
}

/** What is set, in short words. */
function setWords(view: HistoryView, filters: HistoryFilters | undefined): string[] {
  const chosen = CHOICES.flatMap((key) => {
    const [first, ...others] = labelsOf(view, key, filters);
    return first === undefined ? [] : [others.length > 0 ? `${first} +${others.length}` : first];
  });
  return [...chosen, ...(view.period ? [periodWords(view.period)] : []), ...(view.hideDust ? ["Hide dust"] : [])];
}

const PULL_PX = 24;

/** The lip of the filter sheet above the tab bar: what is set and how many entries match. Pulling or pressing it opens the sheet. */
export function FilterSheet(props: SheetProps) {
  const [open, setOpen] = useState(false);
  const start = useRef<number | null>(null);
  const { view, filters, total } = props;
  return (
    <>
      <button
        type="button"
        className={css.lip}
        data-lip=""
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        onPointerDown={({ clientY }) => {
          start.current = clientY;
        }}
        onPointerMove={({ clientY }) => {
          if (start.current !== null && start.current - clientY > PULL_PX) setOpen(true);
        }}
        onPointerUp={() => {
          start.current = null;
        }}
      >
        <i className={css.grip} aria-hidden="true" />
        <Sketch name="filter" size={18} />
        <b>Filters</b>
        <span className={css.set}>
          {setWords(view, filters).map((words) => (
            <em key={words}>{words}</em>
          ))}
        </span>
        <span className={css.count}>{total === undefined ? "" : entriesWords(total)}</span>
        <Icon name="up" size={16} />
      </button>
      {open ? <OpenSheet {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
