import type { ReactNode } from "react";
import { Link } from "react-router";
import { date } from "../../format/time";
import { useReadAgain } from "../../queries/readAgain";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { EmptyState, FailureNote } from "../../ui/Note";
import { PageHeader } from "../../ui/PageHeader";
import { Skeleton } from "../../ui/Skeleton";
import { useToast } from "../../ui/toasts";
import { AccountFacts } from "./AccountFacts";
import css from "./accountPage.module.css";
import { accessWords } from "./accounts";
import { ExchangeIcon } from "./ExchangeIcon";
import { FilesCard } from "./file/FilesCard";
import { HistoryCard } from "./HistoryCard";
import type { HistoryQuery } from "./history";
import { KeyCard } from "./KeyCard";
import { PlaceBalances } from "./PlaceBalances";
import { useProfiles } from "./queries";
import { StateReason, StateWord } from "./StateLabel";
import type { ExchangeAccount, Portfolio } from "./types";
import type { AccountActions } from "./useAccountActions";

/** The list of accounts, which is above each account. */
export const EXCHANGES = "/exchanges";

interface AccountPageProps extends AccountActions {
  account: ExchangeAccount;
  /** The balances of the account; undefined while they are loading. */
  portfolio: Portfolio | undefined;
  /** Why they could not be loaded. */
  failure: Error | null;
  onRetry: () => void;
  history: HistoryQuery;
  /** Its newest entries. */
  entries: ReactNode;
  /** The share of the account in the net worth, in percent; null if that is not known. */
  share: string | null;
  /** When it was connected; null if that is not known. */
  since: string | null;
  onReplace: (account: ExchangeAccount) => void;
  /** Opens the dialog that imports a file; null where no file of the exchange is read. */
  onImport: (() => void) | null;
}

/** The key and the day on which the account was connected. */
function subtitleOf(account: ExchangeAccount, since: string | null): string {
  const { account_name, exchange_name, key } = account;
  const connected = since ?? key?.created_on ?? null;
  return [
    account_name === exchange_name ? "" : exchange_name,
    key?.key_end ? `API key ending in ${key.key_end}` : key ? "API key" : "No key",
    accessWords(account),
    connected === null ? "" : `connected ${date(connected)}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** The button that reads the account again. */
function ReadNow({ account: { wallet_address, state }, isReading }: { account: ExchangeAccount; isReading: boolean }) {
  const { mutate, isPending } = useReadAgain();
  const toast = useToast();
  const isBusy = isPending || isReading || state === "reading";
  const onRead = () => mutate({ wallet_address }, { onError: ({ message }) => toast({ text: message, bad: true }) });
  return (
    // `disabled` would remove the focus from the button.
    <Button icon="refresh" busy={isBusy} aria-disabled={isBusy} onClick={isBusy ? undefined : onRead}>
      {isBusy ? "Reading" : "Read now"}
    </Button>
  );
}

/** What is wrong with the account, with one step. */
const Alert = ({ account, onReplace }: Pick<AccountPageProps, "account" | "onReplace">) =>
  account.state === "failing" || account.state === "needs_attention" ? (
    <section className={css.alert} data-state={account.state} aria-label="State of the account">
      <StateWord state={account.state} />
      <p>
        <StateReason account={account} />
      </p>
      {account.state === "needs_attention" ? (
        <Button small onClick={() => onReplace(account)}>
          Replace key
        </Button>
      ) : null}
    </section>
  ) : null;

const Connection = ({
  account,
  onRename,
  onReplace,
  onDisconnect,
}: Pick<AccountPageProps, "account" | "onRename" | "onReplace" | "onDisconnect">) => (
  <Card title="Connection">
    <ul className={css.rows}>
      <li>
        <p>
          Rename <small>Shown everywhere as “{account.account_name}”</small>
        </p>
        <Button small onClick={() => onRename(account)}>
          Rename
        </Button>
      </li>
      <li>
        <p>
          Replace key <small>The balances stay, read with another key</small>
        </p>
        <Button small onClick={() => onReplace(account)}>
          Replace key
        </Button>
      </li>
      <li>
        <p>
          Disconnect <small>The key is erased here, and the balances no longer count</small>
        </p>
        <Button small className={css.danger} onClick={() => onDisconnect(account)}>
          Disconnect
        </Button>
      </li>
    </ul>
  </Card>
);

/** The page of an account at an exchange. */
export function AccountPage(props: AccountPageProps) {
  const { account, portfolio, failure, onRetry, history, entries, share, since, onImport } = props;
  const profile = useProfiles().data?.find(({ exchange }) => exchange === account.exchange);
  const isLost = !portfolio && failure !== null;
  const balances: ReactNode = isLost ? (
    <Card title="Balances by place">
      <FailureNote title="Couldn't load the balances" failure={failure} onRetry={onRetry} />
    </Card>
  ) : (
    <PlaceBalances account={account} portfolio={portfolio} notRead={profile?.not_read ?? []} />
  );
  return (
    <div className={css.page}>
      <div className={css.head}>
        <ExchangeIcon name={account.exchange_name} mark={profile?.mark ?? null} size={40} isLarge />
        <PageHeader
          title={account.account_name}
          parent={EXCHANGES}
          subtitle={subtitleOf(account, since)}
          actions={
            <>
              {onImport ? (
                <Button icon="upload" onClick={onImport}>
                  Import CSV
                </Button>
              ) : null}
              <ReadNow account={account} isReading={portfolio?.refreshing === true} />
            </>
          }
        />
      </div>
      <Alert {...props} />
      {isLost ? null : <AccountFacts account={account} portfolio={portfolio} history={history} share={share} />}
      <div className={css.columns}>
        <div>
          {balances}
          {entries}
        </div>
        <div>
          <HistoryCard history={history} onImport={onImport} />
          <FilesCard account={account} />
          <KeyCard account={account} />
          <Connection {...props} />
        </div>
      </div>
    </div>
  );
}

/** The page of an account that the person does not have. */
export const UnknownAccount = () => (
  <div className={css.unknown}>
    <EmptyState
      level={1}
      icon="bank"
      title="Account not found"
      actions={
        <Link className={css.back} to={EXCHANGES}>
          Back to Exchanges
        </Link>
      }
    >
      You have no account with this name here. It may have been renamed or disconnected.
    </EmptyState>
  </div>
);

/** The page before the accounts have loaded. */
export const AccountSkeleton = () => (
  <div className={css.page} aria-busy="true">
    <Skeleton width={260} height={52} />
    <Skeleton width="100%" height={96} />
    <Skeleton width="100%" height={280} />
  </div>
);
