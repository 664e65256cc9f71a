import { useState } from "react";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { Empty, FailureNote } from "../../ui/Note";
import { nearestPage, Pages } from "../../ui/Pages";
import { Bone } from "../../ui/Skeleton";
import css from "./list.module.css";
import { PAGE, useWallets, type WalletCard, type WalletView } from "./queries";
import { WalletCardView } from "./WalletCardView";

const sorts: readonly { key: WalletView["key"]; label: string }[] = [
  { key: "amount", label: "Amount" },
  { key: "created_on", label: "Date added" },
  { key: "name", label: "Name" },
];

interface SortsProps {
  view: WalletView;
  onView: (view: WalletView) => void;
}

/** Each sort turns its order on a second press. */
const Sorts = ({ view, onView }: SortsProps) => (
  <fieldset className={css.sorts}>
    <legend className="vh">Sort by</legend>
    {sorts.map(({ key, label }) => {
      const on = key === view.key;
      return (
        <button
          key={key}
          type="button"
          aria-pressed={on}
          onClick={() => onView({ key, ascending: on ? !view.ascending : key === "name", page: 0 })}
        >
          {label}
          {on ? <Icon name={view.ascending ? "up" : "down"} size={12} /> : null}
        </button>
      );
    })}
  </fieldset>
);

interface WalletsProps {
  /** Opens the add-wallet dialog, with an address in it or empty. */
  onAdd: (address?: string) => void;
  onDelete: (wallet: WalletCard) => void;
}

/** All wallets with what they are worth. */
export function Wallets({ onAdd, onDelete }: WalletsProps) {
  const [view, setView] = useState<WalletView>({ key: "amount", ascending: false, page: 0 });
  const { data, error, refetch } = useWallets(view);
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / PAGE));
  const onFix = (wallet: WalletCard) => {
    onDelete(wallet);
    onAdd(wallet.address);
  };
  return (
    <div className={css.page}>
      <header className={css.head}>
        <div>
          <h1>Wallets</h1>
          <p>Manage all your wallets right here</p>
        </div>
        <Sorts view={view} onView={setView} />
      </header>
      {error && !data ? (
        <FailureNote title="The wallets could not be read" failure={error} onRetry={() => void refetch()} />
      ) : null}
      <ul className={css.cards} aria-busy={!data && !error}>
        {!data && !error
          ? [0, 1, 2].map((i) => (
              <li key={i} className={css.card}>
                <Bone width={160} height={40} />
                <Bone width={200} height={32} />
                <Bone width="100%" height={24} />
              </li>
            ))
          : null}
        {data?.user_wallets.map((wallet, i) => (
          <WalletCardView
            key={wallet.id}
            wallet={wallet}
            currency={data.currency_code}
            figure={data.figures[`/user_wallets/${i}/total_value`]}
            onDelete={() => onDelete(wallet)}
            onFix={() => onFix(wallet)}
          />
        ))}
      </ul>
      {data?.total === 0 ? (
        <Empty
          icon="wallet"
          title="Have a look around"
          actions={
            <Button tone="primary" icon="plus" onClick={() => onAdd()}>
              Add wallet
            </Button>
          }
        >
          Paste any address or ENS name. No account, no signature, no keys.
        </Empty>
      ) : null}
      {pages > 1 ? (
        <div className={css.foot}>
          <Pages page={nearestPage(view.page, pages)} pages={pages} onPage={(page) => setView({ ...view, page })} />
        </div>
      ) : null}
    </div>
  );
}
