import type { SearchWalletData, WalletCard } from "./types";
import type { ChosenWallets } from "./useChosenWallets";
import { WalletTableRow } from "./WalletTableRow";
import type { WalletLine } from "./walletRows";

/** What the menu of a row does. */
export interface RowActions {
  onEdit: (wallet: WalletCard) => void;
  onMove: (wallet: WalletCard) => void;
  onDelete: (wallet: WalletCard) => void;
}

export interface RowsProps {
  data: SearchWalletData;
  choice: ChosenWallets;
  actions: RowActions;
}

/** The rows of wallets. */
export const Rows = ({ lines, data, choice, actions }: RowsProps & { lines: readonly WalletLine[] }) =>
  lines.map(({ wallet, place }) => (
    <WalletTableRow
      key={wallet.id}
      wallet={wallet}
      place={place}
      data={data}
      isChosen={choice.has(wallet.id)}
      onChoose={(isChosen, isSpan) => choice.onChoose(wallet.id, isChosen, isSpan)}
      actions={actions}
    />
  ));
