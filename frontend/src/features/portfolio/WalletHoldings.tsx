import { type ReactNode, useMemo } from "react";
import { AssetTable, type TableActions } from "./AssetTable";
import { type ViewRow, viewRows } from "./assetView";
import type { Portfolio } from "./types";
import { useAssetView } from "./useAssetView";
import { useColours } from "./useColours";
import { useTableActions } from "./useTableActions";

interface WalletHoldingsProps extends Pick<TableActions, "onAdd" | "onFixWallet"> {
  portfolio: Portfolio;
  /** What other features say about an asset. */
  ofAsset: (row: ViewRow) => ReactNode;
}

/** The assets of one wallet in the table of Home. What they cost is known of all wallets only. */
export function WalletHoldings({ portfolio, ofAsset, ...page }: WalletHoldingsProps) {
  const rows = useMemo(() => viewRows(portfolio), [portfolio]);
  const colours = useColours(rows, portfolio);
  const [view, onView] = useAssetView();
  const [actions, dialogs] = useTableActions(portfolio.currency_code, page);
  return (
    <>
      <AssetTable
        portfolio={portfolio}
        visitorToken={undefined}
        rows={rows}
        colours={colours}
        view={view}
        onView={onView}
        hasCosts={false}
        ofAsset={ofAsset}
        actions={actions}
      />
      {dialogs}
    </>
  );
}
