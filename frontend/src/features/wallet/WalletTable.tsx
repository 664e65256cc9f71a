import { sumOf } from "../../format/decimal";
import { percentOf } from "../../format/quantity";
import { count, plural } from "../../format/text";
import { Money } from "../../ui/Money";
import { useShowMore } from "../../ui/useShowMore";
import type { SearchWalletData, WalletCard } from "./types";
import { WalletTableRow } from "./WalletTableRow";
import { groupsOf, type WalletGroup, type WalletLine } from "./walletRows";
import css from "./walletTable.module.css";
import type { Grouping } from "./walletView";

/** The rows of a group before the button that shows the others. */
const FIRST = 5;

interface RowActions {
  onEdit: (wallet: WalletCard) => void;
  onDelete: (wallet: WalletCard) => void;
}

interface RowsProps extends RowActions {
  data: SearchWalletData;
  lines: readonly WalletLine[];
}

const Rows = ({ data, lines, onEdit, onDelete }: RowsProps) =>
  lines.map(({ wallet, place }) => (
    <WalletTableRow
      key={wallet.id}
      wallet={wallet}
      place={place}
      data={data}
      onEdit={() => onEdit(wallet)}
      onDelete={() => onDelete(wallet)}
    />
  ));

/** A sum and its share of the net worth. */
function SumCells({ sum, data, figure }: { sum: string | null; data: SearchWalletData; figure?: string | undefined }) {
  const { net_worth, currency_code } = data;
  return (
    <>
      <td className={css.value}>
        {sum === null ? (
          "Not known"
        ) : (
          <Money amount={sum} currency={currency_code} figure={figure} label="Sum of these wallets" />
        )}
      </td>
      <td className={css.share}>{sum === null || net_worth === null ? "–" : percentOf(sum, net_worth, 1)}</td>
      <td className={css.menu} />
    </>
  );
}

/** The row above the wallets of a group, the first of them, and the button that shows the others. */
function Group({ group, ...rest }: { group: WalletGroup; data: SearchWalletData } & RowActions) {
  const [shown, more] = useShowMore(group.lines, FIRST);
  return (
    <tbody>
      <tr className={css.group}>
        <th scope="rowgroup">
          {group.name} <small>{plural(group.lines.length, "wallet")}</small>
        </th>
        <td className={css.app} />
        <td className={css.where} />
        <SumCells sum={group.sum} data={rest.data} />
      </tr>
      <Rows lines={shown} {...rest} />
      {more ? (
        <tr className={css.more}>
          <td>{more}</td>
        </tr>
      ) : null}
    </tbody>
  );
}

const Head = () => (
  <thead>
    <tr>
      <th scope="col">Wallet</th>
      <th scope="col" className={css.app}>
        Wallet app
      </th>
      <th scope="col" className={css.where}>
        Networks
      </th>
      <th scope="col" className={css.value}>
        Value
      </th>
      <th scope="col" className={css.share}>
        Share
      </th>
      <td className={css.menu} />
    </tr>
  </thead>
);

/** `2 need attention`. */
const needWords = (attention: number): string => `${count(attention)} ${attention === 1 ? "needs" : "need"} attention`;

interface WalletTableProps extends RowActions {
  data: SearchWalletData;
  /** The wallets of all pages that match. */
  all: readonly WalletLine[];
  /** Those of this page. */
  lines: readonly WalletLine[];
  group: Grouping;
  /** Whether a search or a filter leaves wallets out. */
  isNarrowed: boolean;
  /** How many wallets are above the list instead. */
  attention: number;
}

/** The list of wallets, by group if one is chosen. The sum is of all rows that are read. */
export function WalletTable({ all, lines, group, isNarrowed, attention, ...rows }: WalletTableProps) {
  const { data } = rows;
  const sum = isNarrowed ? sumOf(all.map(({ wallet }) => wallet.total_value)) : data.net_worth;
  // A column without any word in it takes the place of the others.
  const hasApps = data.user_wallets.some(({ wallet }) => wallet !== null);
  return (
    <table className={css.table} aria-label="Wallets" data-plain={hasApps ? undefined : ""}>
      <Head />
      {group === "none" ? (
        <tbody>
          <Rows lines={lines} {...rows} />
        </tbody>
      ) : (
        groupsOf(all, group).map((one) => <Group key={one.key} group={one} {...rows} />)
      )}
      <tfoot>
        <tr>
          <th scope="row">
            {plural(all.length, "wallet")} {attention > 0 ? <small>· {needWords(attention)}, above</small> : null}
          </th>
          <td className={css.app} />
          <td className={css.where} />
          <SumCells sum={sum} data={data} figure={isNarrowed ? undefined : data.figures["/net_worth"]} />
        </tr>
      </tfoot>
    </table>
  );
}
