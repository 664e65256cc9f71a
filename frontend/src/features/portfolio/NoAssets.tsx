import { unreadWords } from "../../format/coverage";
import { useDollar } from "../../queries/displayRate";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/Note";
import type { AssetView } from "./assetView";
import { portfolioState } from "./portfolioState";
import { RowsSkeleton } from "./RowsSkeleton";
import type { Portfolio } from "./types";

interface NoAssetsProps {
  portfolio: Portfolio;
  view: AssetView;
  onView: (change: Partial<AssetView>) => void;
  /** Opens the add-wallet dialog; null in a view-only portfolio. */
  onAdd: (() => void) | null;
  /** Opens the add-token dialog; null in a view-only portfolio. */
  onAddToken: ((chain: string | null) => void) | null;
}

/** The empty state if no asset matches, with the filters in words. */
function NoMatch({ portfolio, view, onView, onAddToken }: Omit<NoAssetsProps, "onAdd">) {
  const dollar = useDollar(portfolio.currency_code);
  const names = portfolio.networks.filter(({ chain }) => view.networks.includes(chain)).map(({ name }) => name);
  const parts = [
    view.search ? `“${view.search}”` : "",
    names.length > 0 ? `on ${names.join(" or ")}` : "",
    view.showDust ? "" : `above ${dollar}`,
  ];
  const onlyDust = parts.filter(Boolean).length === 1 && !view.showDust;
  return (
    <EmptyState
      icon="search"
      title="No matching assets"
      actions={
        <>
          <Button small onClick={() => onView(onlyDust ? { showDust: true } : { search: "", networks: [] })}>
            {onlyDust ? "Show all" : "Clear all"}
          </Button>
          {view.showDust || onlyDust ? null : (
            <Button small onClick={() => onView({ showDust: true })}>
              Include dust
            </Button>
          )}
          {view.search && onAddToken ? (
            <Button
              small
              icon="plus"
              onClick={() => onAddToken(view.networks.length === 1 ? (view.networks[0] ?? null) : null)}
            >
              Add a token
            </Button>
          ) : null}
        </>
      }
    >
      {view.search ? "Nothing matches" : "No assets"} {parts.filter(Boolean).join(" ")}.
    </EmptyState>
  );
}

const Add = ({ onAdd }: Pick<NoAssetsProps, "onAdd">) =>
  onAdd ? (
    <Button tone="primary" icon="plus" onClick={onAdd}>
      Add wallet
    </Button>
  ) : null;

/** The empty state of the asset table: no wallet, still loading, failed, no assets, or no match. */
export function NoAssets({ portfolio, view, onView, onAdd, onAddToken }: NoAssetsProps) {
  if (portfolio.user_wallet.assets.length > 0)
    return <NoMatch portfolio={portfolio} view={view} onView={onView} onAddToken={onAddToken} />;
  const state = portfolioState(portfolio);
  if (state === "reading") return <RowsSkeleton />;
  if (state === "noWallets" && !onAdd)
    return (
      <EmptyState icon="eye" title="Nothing to see yet">
        This portfolio has no wallets.
      </EmptyState>
    );
  if (state === "noWallets")
    return (
      <EmptyState icon="wallet" title="Track your first wallet" actions={<Add onAdd={onAdd} />}>
        Paste any address or ENS name. No account, no signature, no keys.
      </EmptyState>
    );
  if (state === "unknown")
    return (
      <EmptyState icon="alert" title="Nothing found so far">
        {unreadWords(portfolio.coverage.failed) || "Unlisted tokens could not be detected"}, so holdings may be missing.{" "}
        See “Not in your total”.
      </EmptyState>
    );
  return (
    <EmptyState icon="wallet" title="No assets here" actions={<Add onAdd={onAdd} />}>
      All networks are up to date. Assets appear here once these wallets hold some.
    </EmptyState>
  );
}
