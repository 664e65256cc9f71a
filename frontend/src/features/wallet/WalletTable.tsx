import { sumOf } from "../../format/decimal";
import { count, plural } from "../../format/text";
import { SumCells } from "./SumCells";
import type { SearchWalletData } from "./types";
import type { WalletList } from "./useWalletList";
import { type GroupActions, WalletGroupRows } from "./WalletGroupRows";
import { WalletTableHead } from "./WalletTableHead";
import { type RowActions, Rows } from "./WalletTableRows";
import type { WalletLine } from "./walletRows";
import css from "./walletTable.module.css";
import type { WalletView } from "./walletView";

/** `2 need attention`. */
const needWords = (attention: number): string => `${count(attention)} ${attention === 1 ? "needs" : "need"} attention`;

interface WalletTableProps {
  data: SearchWalletData;
  /** The wallets of all pages that match. */
  all: readonly WalletLine[];
  list: WalletList;
  view: WalletView;
  onView: (change: Partial<WalletView>) => void;
  /** Whether a search or a filter leaves wallets out. */
  isNarrowed: boolean;
  /** How many wallets are above the list instead. */
  attention: number;
  rowActions: RowActions;
  groupActions: GroupActions;
}

/** The list of wallets, by group if one is chosen. The sum is of all rows that are read. */
export function WalletTable({ data, all, list, isNarrowed, attention, ...rest }: WalletTableProps) {
  const sum = isNarrowed ? sumOf(all.map(({ wallet }) => wallet.total_value)) : data.net_worth;
  // A column without any word in it takes the place of the others.
  const hasApps = data.user_wallets.some(({ wallet }) => wallet !== null);
  const rows = { data, choice: list.choice, actions: rest.rowActions };
  return (
    <table className={css.table} aria-label="Wallets" data-plain={hasApps ? undefined : ""}>
      <WalletTableHead view={rest.view} onView={rest.onView} list={list} />
      {list.groups?.map((group) => (
        <WalletGroupRows key={group.key} group={group} list={list} groupActions={rest.groupActions} {...rows} />
      )) ?? (
        <tbody>
          <Rows lines={list.shown} {...rows} />
        </tbody>
      )}
      <tfoot>
        <tr>
          <td className={css.pick} />
          <th scope="row">
            {plural(all.length, "wallet")} {attention > 0 ? <small>· {needWords(attention)}, above</small> : null}
          </th>
          <td className={css.app} />
          <td className={css.where} />
          <td className={css.change} />
          <SumCells
            sum={sum}
            data={data}
            figure={isNarrowed ? undefined : data.figures["/net_worth"]}
            label="Sum of these wallets"
          />
          <td className={css.read} />
          <td className={css.menu} />
        </tr>
      </tfoot>
    </table>
  );
}
