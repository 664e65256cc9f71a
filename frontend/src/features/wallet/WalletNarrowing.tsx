import { count } from "../../format/text";
import { Avatar } from "../../ui/Avatar";
import { Icon } from "../../ui/Icon";
import { useOptimisticChoice } from "../../ui/useOptimisticChoice";
import css from "./narrowing.module.css";
import type { WalletNetwork } from "./types";
import { sortedBy, toggled, type WalletView } from "./walletView";

const sorts: readonly { key: WalletView["key"]; label: string }[] = [
  { key: "amount", label: "Amount" },
  { key: "created_on", label: "Date added" },
  { key: "name", label: "Name" },
];

interface ToolsProps {
  view: WalletView;
  onView: (change: Partial<WalletView>) => void;
}

/** The sort buttons. A second click reverses the order. */
export const Sorts = ({ view, onView }: ToolsProps) => (
  <fieldset className={css.sorts}>
    <legend className="vh">Sort by</legend>
    {sorts.map(({ key, label }) => {
      const on = key === view.key;
      return (
        <button key={key} type="button" aria-pressed={on} onClick={() => onView(sortedBy(view, key))}>
          {label}
          {on ? (
            <>
              <Icon name={view.ascending ? "up" : "down"} size={12} />
              <span className="vh">, {view.ascending ? "ascending" : "descending"}</span>
            </>
          ) : null}
        </button>
      );
    })}
  </fieldset>
);

interface BadgesProps extends ToolsProps {
  networks: readonly WalletNetwork[];
  /** How many wallets there are; undefined while that is loading. */
  wallets: number | undefined;
}

/** The network filter. "All" and a choice of networks exclude each other. */
export function Badges({ view, onView, networks, wallets }: BadgesProps) {
  const [chosen, choose] = useOptimisticChoice(view.chains, (chains) => onView({ chains }));
  return (
    <fieldset className={css.scroll}>
      <legend className="vh">Networks</legend>
      <button type="button" aria-pressed={chosen.length === 0} onClick={() => choose([])}>
        All {wallets ? <em>{count(wallets)}</em> : null}
      </button>
      {networks.map(({ chain, name, color, mark, wallets: holding }) => (
        <button
          key={chain}
          type="button"
          aria-pressed={chosen.includes(chain)}
          onClick={() => choose(toggled(chosen, chain))}
        >
          <Avatar name={name} colour={color} mark={mark} size={18} />
          {name} <em>{count(holding)}</em>
        </button>
      ))}
    </fieldset>
  );
}
