import { MultiSelect } from "../../ui/MultiSelect";
import { SearchField } from "../../ui/SearchField";
import { Switch } from "../../ui/Switch";
import { choiceFilters } from "./choices";
import { type HistoryView, shortened } from "./conditions";
import css from "./filterBar.module.css";
import type { HistoryFilters } from "./types";
import type { DelayedSearch } from "./useDelayedSearch";

export const SEARCH_LABEL = "Label, address, hash or asset";
export const DUST_LABEL = "Hide dust under $1";

interface SearchProps {
  search: DelayedSearch;
  className?: string | undefined;
}

/** The search field. Enter applies the search without the pause. */
export const Search = ({ search, className }: SearchProps) => (
  <form
    className={`${css.form} ${className ?? ""}`}
    onSubmit={(event) => {
      event.preventDefault();
      search.now();
    }}
  >
    <SearchField
      value={search.text}
      label={SEARCH_LABEL}
      onChange={search.type}
      shorten={shortened}
      className={css.field}
    />
    <p className={css.rejected} role="status">
      {search.isRejected ? "Not searched. This may be part of a recovery phrase or an extended key." : ""}
    </p>
  </form>
);

interface FilterBarProps {
  view: HistoryView;
  onView: (change: Partial<HistoryView>) => void;
  filters: HistoryFilters | undefined;
  search: DelayedSearch;
}

/** The search field, the filters and the dust switch. */
export const FilterBar = ({ view, onView, filters, search }: FilterBarProps) => (
  <search className={css.tools} aria-label="Filter transactions">
    <Search search={search} className={css.search} />
    {choiceFilters(view, filters).map(({ key, ...filter }) => (
      <MultiSelect key={key} {...filter} chosen={view[key]} onChoose={(values) => onView({ [key]: values })} />
    ))}
    <span className={css.dust}>
      <Switch on={view.hideDust} onChange={(on) => onView({ hideDust: on })}>
        {DUST_LABEL}
      </Switch>
    </span>
  </search>
);
