import { count, plural } from "../../format/text";
import { useDollar } from "../../queries/displayRate";
import { Money } from "../../ui/Money";
import { MultiSelect } from "../../ui/MultiSelect";
import { PageSize, Pagination } from "../../ui/Pagination";
import { SearchField } from "../../ui/SearchField";
import { Switch } from "../../ui/Switch";
import type { AssetPage, AssetView } from "./assetView";
import { isCut } from "./polling";
import css from "./tableTools.module.css";
import type { Portfolio } from "./types";

/** With fewer rows there is no pagination. */
const SMALLEST_PAGE = 10;

interface ViewProps {
  view: AssetView;
  onView: (change: Partial<AssetView>) => void;
}

/** The search field, the dust switch and the network filter. */
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
      <Switch on={!view.showDust} onChange={(on) => onView({ showDust: !on })}>
        {`Hide dust under ${dollar}`}
      </Switch>
      <MultiSelect
        label="Networks"
        all="All networks"
        choices={networks.map(({ chain, name, mark }) => ({ id: chain, name, mark }))}
        chosen={view.networks}
        onChoose={(ids) => onView({ networks: ids })}
      />
    </div>
  );
}

/** The number of dust assets left out. Their value is known only without filters, because the server computes it for all dust. */
function DustWords({ page, view, portfolio }: { page: AssetPage; view: AssetView; portfolio: Portfolio }) {
  const { dust } = portfolio.user_wallet;
  const dollar = useDollar(portfolio.currency_code);
  const isAll = view.search.trim() === "" && view.networks.length === 0;
  return (
    <span className={css.left}>
      {plural(page.dust, "asset")} under {dollar} hidden
      {isAll && dust.value !== null ? (
        <>
          {" ("}
          <Money
            amount={dust.value}
            currency={portfolio.currency_code}
            figure={portfolio.figures["/user_wallet/dust/value"]}
            label={`Assets under ${dollar}, value`}
          />
          {")"}
        </>
      ) : null}
    </span>
  );
}

/** Says that search, order and pages cover only the first assets while the others load. */
const CutWords = ({ user_wallet: { assets, count: all } }: Portfolio) => (
  <span className={css.left} role="status">
    Showing the {count(assets.length)} most valuable of {count(all)} assets. Loading the rest…
  </span>
);

export function TableFoot({ page, view, onView, portfolio }: ViewProps & { page: AssetPage; portfolio: Portfolio }) {
  if (page.count <= SMALLEST_PAGE && page.dust === 0) return null;
  return (
    <footer className={css.foot}>
      {page.pages > 1 ? <Pagination page={page.page} pages={page.pages} onPage={(p) => onView({ page: p })} /> : null}
      {page.count > SMALLEST_PAGE ? <PageSize size={view.size} onSize={(size) => onView({ size })} /> : null}
      {isCut(portfolio) ? <CutWords {...portfolio} /> : null}
      {page.dust > 0 ? <DustWords page={page} view={view} portfolio={portfolio} /> : null}
    </footer>
  );
}
