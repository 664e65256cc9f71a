import { useEffect, useRef } from "react";
import { useDollar } from "../../queries/displayRate";
import { MultiSelect } from "../../ui/MultiSelect";
import { SearchField } from "../../ui/SearchField";
import { SecretWarning } from "../../ui/SecretWarning";
import { Switch } from "../../ui/Switch";
import { choiceFilters } from "./choices";
import type { HistoryView } from "./conditions";
import css from "./filterBar.module.css";
import { KindPills } from "./KindPills";
import { OrderSelect } from "./OrderSelect";
import { PeriodSelect } from "./PeriodSelect";
import type { HistoryFilters } from "./types";
import type { HistorySearch } from "./useHistorySearch";

export const SEARCH_LABEL = "Label, address, hash or asset";

interface SearchProps {
  search: HistorySearch;
  className?: string | undefined;
}

/** The search field. Enter applies the search without the pause. */
export function Search({ search, className }: SearchProps) {
  const form = useRef<HTMLFormElement>(null);
  const { cleared } = search;
  useEffect(() => {
    // The field that was cleared was replaced, which moved the focus to the body.
    if (cleared > 0 && document.activeElement === document.body) form.current?.querySelector("input")?.focus();
  }, [cleared]);
  return (
    <form
      ref={form}
      className={`${css.form} ${className ?? ""}`}
      onSubmit={(event) => {
        event.preventDefault();
        search.now();
      }}
    >
      <SearchField
        // The field keeps what was written while it has the focus; only a new one is empty.
        key={cleared}
        value={search.text}
        label={SEARCH_LABEL}
        onChange={search.type}
        shorten={search.shorten}
        className={css.field}
      />
      {search.warning ? (
        <div className={css.rejected}>
          <SecretWarning text={search.warning} onDismiss={search.dismiss} />
        </div>
      ) : null}
      <p className={css.rejected} role="status">
        {search.isRejected ? "Not searched. This may be part of a recovery phrase or an extended key." : ""}
      </p>
    </form>
  );
}

/** The switch that hides entries of little value. */
export const DustSwitch = ({ view, onView }: Pick<FilterBarProps, "view" | "onView">) => (
  <Switch on={view.hideDust} onChange={(on) => onView({ hideDust: on })}>
    {`Hide dust under ${useDollar()}`}
  </Switch>
);

interface FilterBarProps {
  view: HistoryView;
  onView: (change: Partial<HistoryView>) => void;
  filters: HistoryFilters | undefined;
  search: HistorySearch;
  /** How many entries of each kind the other filters find. */
  counts: HistoryFilters["kind_filters"] | undefined;
}

/** The search field, the filters, the order, the dust switch and the kinds. */
export const FilterBar = ({ view, onView, filters, search, counts }: FilterBarProps) => (
  <search className={css.tools} aria-label="Filter transactions">
    <Search search={search} className={css.search} />
    <PeriodSelect view={view} onView={onView} filters={filters} />
    {choiceFilters(view, filters).map(({ key, ...filter }) => (
      <MultiSelect key={key} {...filter} chosen={view[key]} onChoose={(values) => onView({ [key]: values })} />
    ))}
    <OrderSelect view={view} onView={onView} />
    <span className={css.dust}>
      <DustSwitch view={view} onView={onView} />
    </span>
    <div className={css.kinds}>
      <KindPills view={view} onView={onView} filters={filters} counts={counts} isScrolled={false} />
    </div>
  </search>
);
