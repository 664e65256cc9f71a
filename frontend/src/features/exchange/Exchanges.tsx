import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { EmptyState, FailureNote } from "../../ui/Note";
import { PageHeader } from "../../ui/PageHeader";
import { Skeleton } from "../../ui/Skeleton";
import { AccountCard } from "./AccountCard";
import css from "./exchanges.module.css";
import { useAccounts, useProfiles } from "./queries";
import type { AccountHistory, ExchangeAccount, Portfolio } from "./types";
import { useAccountActions } from "./useAccountActions";

interface ExchangesProps {
  /** The figures of the person; undefined while they are loading. */
  portfolio: Portfolio | undefined;
  /** When an account was connected, by its address. */
  since: ReadonlyMap<string, string>;
  /** How far the histories of all accounts are read; undefined while that is loading. */
  histories: readonly AccountHistory[] | undefined;
  /** Whether that could not be loaded. */
  isHistoryLost: boolean;
  onConnect: () => void;
  onReplace: (account: ExchangeAccount) => void;
}

const Bones = () =>
  [0, 1, 2].map((i) => (
    <li key={i} className={css.bone}>
      <Skeleton width={160} height={40} />
      <Skeleton width={200} height={50} />
      <Skeleton width="100%" height={20} />
    </li>
  ));

/** The empty state: nothing is connected. */
const Nothing = ({ onConnect }: Pick<ExchangesProps, "onConnect">) => (
  <div className={css.empty}>
    <EmptyState
      icon="bank"
      title="No exchange connected"
      actions={
        <Button tone="primary" icon="plus" onClick={onConnect}>
          Connect exchange
        </Button>
      }
    >
      Connect an account with a key that can only read. Spyhop refuses keys that can move funds.
    </EmptyState>
  </div>
);

function Accounts({ accounts, onConnect, ...rest }: ExchangesProps & { accounts: readonly ExchangeAccount[] }) {
  const { data: profiles = [] } = useProfiles();
  const [actions, dialog] = useAccountActions(accounts);
  return (
    <>
      <ul className={css.cards}>
        {accounts.map((account) => (
          <AccountCard
            key={account.wallet_address}
            account={account}
            mark={profiles.find(({ exchange }) => exchange === account.exchange)?.mark ?? null}
            portfolio={rest.portfolio}
            histories={rest.histories}
            isHistoryLost={rest.isHistoryLost}
            since={rest.since.get(account.wallet_address) ?? null}
            onReplace={rest.onReplace}
            {...actions}
          />
        ))}
        <li className={css.add}>
          <button type="button" onClick={onConnect}>
            <Icon name="plus" size={16} />
            Connect another account
          </button>
        </li>
      </ul>
      {dialog}
    </>
  );
}

/** The page of the person's accounts at exchanges. */
export function Exchanges(props: ExchangesProps) {
  const { data: accounts, error, refetch } = useAccounts();
  return (
    <div className={css.page}>
      <PageHeader title="Exchanges" subtitle="Accounts that Spyhop reads with keys that can only read" />
      {accounts ? (
        accounts.length > 0 ? (
          <Accounts accounts={accounts} {...props} />
        ) : (
          <Nothing onConnect={props.onConnect} />
        )
      ) : error ? (
        <FailureNote title="Couldn't load your exchanges" failure={error} onRetry={() => void refetch()} />
      ) : (
        <ul className={css.cards} aria-busy="true">
          <Bones />
        </ul>
      )}
    </div>
  );
}
