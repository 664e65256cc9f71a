import { type ReactNode, Suspense, useState } from "react";
import { Card } from "../../ui/Card";
import { later } from "../../ui/later";
import { FailureNote } from "../../ui/Note";
import { useToast } from "../../ui/toasts";
import type { ViewRow } from "./assetView";
import { HomeParts } from "./HomeParts";
import { HomeSkeleton } from "./HomeSkeleton";
import { type Portfolio, useClearPrice, useHideAssets, usePortfolio, useShowAssets } from "./queries";

const SetPrice = later(() => import("./SetPrice"), "SetPrice");

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
  /** What can be done with the whole page. */
  action: ReactNode;
  /** Opens the add-wallet dialog. */
  onAdd: () => void;
}

/** Home with figures in it. */
function Filled({ portfolio, reading, action, onAdd }: HomeProps & { portfolio: Portfolio }) {
  const [pricing, setPricing] = useState<Priced | null>(null);
  const onSetPrice = (asset: string, symbol: string) => setPricing({ asset, symbol });
  const steps = { ...useSteps(), onSetPrice, onAdd };
  return (
    <>
      <HomeParts portfolio={portfolio} action={action} aside={reading} steps={steps} />
      {pricing ? (
        <Suspense>
          <SetPrice {...pricing} currency={portfolio.currency_code} onClose={() => setPricing(null)} />
        </Suspense>
      ) : null}
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
      <FailureNote level={1} title="The portfolio could not be read" failure={error} onRetry={() => void refetch()} />
    </Card>
  );
}
