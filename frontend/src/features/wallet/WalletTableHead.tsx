import { Icon } from "../../ui/Icon";
import type { WalletList } from "./useWalletList";
import css from "./walletTable.module.css";
import { sortedBy, type WalletView } from "./walletView";

interface SortHeadProps {
  view: WalletView;
  onView: (change: Partial<WalletView>) => void;
  of: WalletView["key"];
  className?: string | undefined;
  children: string;
}

/** The head of a column by which the rows can be sorted. A second click reverses the order. */
function SortHead({ view, onView, of, className, children }: SortHeadProps) {
  const isSorted = view.key === of;
  const direction = view.ascending ? "ascending" : "descending";
  return (
    <th scope="col" className={className} aria-sort={isSorted ? direction : undefined}>
      <button type="button" onClick={() => onView(sortedBy(view, of))}>
        {children}
        {isSorted ? <Icon name={view.ascending ? "up" : "down"} size={14} /> : null}
      </button>
    </th>
  );
}

/** The box that chooses all rows on the page, or none. */
function ChooseAll({ list: { choice, shown } }: { list: WalletList }) {
  return (
    <label>
      <input
        ref={(box) => {
          if (box) box.indeterminate = choice.ofShown === "some";
        }}
        type="checkbox"
        aria-label="Choose all wallets shown"
        checked={choice.ofShown === "all"}
        disabled={shown.length === 0}
        onChange={() => choice.onAll(shown, choice.ofShown !== "all")}
      />
    </label>
  );
}

type WalletTableHeadProps = Pick<SortHeadProps, "view" | "onView"> & { list: WalletList };

/** The heads of the columns. */
export const WalletTableHead = ({ list, ...sort }: WalletTableHeadProps) => (
  <thead>
    <tr>
      <td className={css.pick}>
        <ChooseAll list={list} />
      </td>
      <SortHead of="name" {...sort}>
        Wallet
      </SortHead>
      <th scope="col" className={css.app}>
        Wallet app
      </th>
      <th scope="col" className={css.where}>
        Networks
      </th>
      <th scope="col" className={css.change}>
        24 h
      </th>
      <SortHead of="amount" className={css.value} {...sort}>
        Value
      </SortHead>
      <th scope="col" className={css.share}>
        Share
      </th>
      <th scope="col" className={css.read}>
        Read
      </th>
      <td className={css.menu} />
    </tr>
  </thead>
);
