import { type ReactNode, useMemo, useState } from "react";
import { Card } from "../../ui/Card";
import { FailureNote } from "../../ui/Note";
import { useToast } from "../../ui/toasts";
import { AssetTable } from "./AssetTable";
import { type ViewRow, viewRows } from "./assetView";
import { Headline } from "./Headline";
import { HomeSkeleton } from "./HomeSkeleton";
import css from "./home.module.css";
import { Missing } from "./Missing";
import { Networks } from "./Networks";
import { type Portfolio, useClearPrice, useHideAssets, usePortfolio, useShowAssets } from "./queries";
import { SetPrice } from "./SetPrice";
import { Shares, useColours } from "./Shares";
import { useAssetView } from "./useAssetView";

const assetsOf = (row: ViewRow): string[] => [...new Set(row.parts.map((part) => part.asset))];

/** What can be done about assets, each with its way back. */
function useSteps() {
  const { mutate: hide } = useHideAssets();
  const { mutate: show } = useShowAssets();
  const { mutate: clear } = useClearPrice();
  const toast = useToast();
  const failed = { onError: (problem: Error) => toast({ text: problem.message, bad: true }) };
  return {
    onHide: (row: ViewRow) => {
      const assets = assetsOf(row);
      const done = () => toast({ text: `${row.symbol} hidden`, undo: () => show(assets, failed) });
      hide(assets, { ...failed, onSuccess: done });
    },
    onShow: (asset: string, symbol: string) =>
      show([asset], {
        ...failed,
        onSuccess: () => toast({ text: `${symbol} is shown again`, undo: () => hide([asset], failed) }),
      }),
    onClearPrice: (row: ViewRow) =>
      clear(row.asset, { ...failed, onSuccess: () => toast({ text: `${row.symbol} is priced by the sources again` }) }),
  };
}

interface Priced {
  asset: string;
  symbol: string;
}

interface HomeProps {
  /** What is being read, as a card. */
  reading: ReactNode;
  /** Opens the add-wallet dialog. */
  onAdd: () => void;
}

/** Home with figures in it. */
function Filled({ portfolio, reading, onAdd }: HomeProps & { portfolio: Portfolio }) {
  const [pricing, setPricing] = useState<Priced | null>(null);
  const rows = useMemo(() => viewRows(portfolio), [portfolio]);
  const colours = useColours(rows, portfolio);
  const [view, onView] = useAssetView();
  const steps = useSteps();
  const onSetPrice = (asset: string, symbol: string) => setPricing({ asset, symbol });
  return (
    <>
      <div className={css.page}>
        <Headline portfolio={portfolio} />
        <div className={css.overview}>
          <Shares portfolio={portfolio} rows={rows} colours={colours} />
        </div>
        <Networks portfolio={portfolio} chosen={view.network} onChoose={(network) => onView({ network })} />
        <div className={css.col}>
          {reading}
          <Missing coverage={portfolio.coverage} onSetPrice={onSetPrice} />
        </div>
        <div className={css.whole}>
          <AssetTable
            portfolio={portfolio}
            rows={rows}
            colours={colours}
            view={view}
            onView={onView}
            onSetPrice={onSetPrice}
            onAdd={onAdd}
            {...steps}
          />
        </div>
      </div>
      {pricing ? <SetPrice {...pricing} currency={portfolio.currency_code} onClose={() => setPricing(null)} /> : null}
    </>
  );
}

/** Home: what it is all worth, what is missing, and where every figure comes from. */
export function Home(props: HomeProps) {
  const { data, error, refetch } = usePortfolio();
  if (data) return <Filled portfolio={data} {...props} />;
  if (!error) return <HomeSkeleton />;
  return (
    <Card title="Net worth">
      <FailureNote title="The portfolio could not be read" failure={error} onRetry={() => void refetch()} />
    </Card>
  );
}
