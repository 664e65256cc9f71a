import { useDollar } from "../../queries/displayRate";
import { MultiSelect } from "../../ui/MultiSelect";
import { PageSize, Pagination } from "../../ui/Pagination";
import { SearchField } from "../../ui/SearchField";
import { Select } from "../../ui/Select";
import { Switch } from "../../ui/Switch";
import type { Mode } from "./allocation";
import type { AssetPage } from "./assetPage";
import { type AssetView, FIRST_ROWS } from "./assetView";
import css from "./tableTools.module.css";
import type { Portfolio } from "./types";

interface ViewProps {
  view: AssetView;
  onView: (change: Partial<AssetView>) => void;
}

const GROUPS: readonly { key: Mode; label: string }[] = [
  { key: "asset", label: "By asset" },
  { key: "network", label: "By network" },
  { key: "wallet", label: "By wallet" },
  { key: "kind", label: "By kind" },
];

/** The search field, the grouping, the network filter and the dust switch. */
export function TableTools({ view, onView, portfolio }: ViewProps & { portfolio: Portfolio }) {
  const { networks, currency_code } = portfolio;
  const dollar = useDollar(currency_code);
  return (
    <div className={css.tools}>
      <SearchField
        value={view.search}
        label="Find an asset"
        onChange={(search) => onView({ search })}
        className={css.find}
      />
      <Select label="Assets by" options={GROUPS} chosen={view.groupBy} onChoose={(groupBy) => onView({ groupBy })} />
      <MultiSelect
        label="Networks"
        all="All networks"
        choices={networks.map(({ chain, name, mark }) => ({ id: chain, name, mark }))}
        chosen={view.networks}
        onChoose={(ids) => onView({ networks: ids })}
      />
      <Switch on={!view.showDust} onChange={(on) => onView({ showDust: !on })}>
        {`Hide dust under ${dollar}`}
      </Switch>
    </div>
  );
}

/** The pages of a table that is longer than one. */
export function TableFoot({ page, view, onView }: ViewProps & { page: AssetPage }) {
  if (page.pages === 1) return null;
  return (
    <footer className={css.foot}>
      <Pagination page={page.page} pages={page.pages} onPage={(p) => onView({ page: p })} />
      {view.size === FIRST_ROWS ? null : <PageSize size={view.size} onSize={(size) => onView({ size })} />}
    </footer>
  );
}
