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
import { accessWords, keyWords, replaceWords } from "./accounts";
import { CodesCard } from "./code/CodesCard";
import { ExchangeIcon } from "./ExchangeIcon";
import { FilesCard } from "./file/FilesCard";
import { HistoryCard } from "./HistoryCard";
import type { HistoryQuery } from "./history";
import { KeyCard } from "./KeyCard";
import { MarketsCard } from "./market/MarketsCard";
import { PlaceBalances } from "./PlaceBalances";
import { useProfiles } from "./queries";
import { StateReason, StateWord } from "./StateLabel";
import type { ExchangeAccount, ExchangeProfile, Portfolio } from "./types";
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
  const { account_name, exchange_name } = account;
  const connected = since ?? account.key?.created_on ?? null;
  return [
    account_name === exchange_name ? "" : exchange_name,
    keyWords(account, "API key", " ending in "),
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
          {replaceWords(account)}
        </Button>
      ) : null}
    </section>
  ) : null;

/** What another key changes. */
function replaceNote({ key, state }: ExchangeAccount): string {
  if (state === "from_files") return "Then its balances are read. What its files state counts once";
  return `The balances stay, read with ${key?.is_granted ? "a new access" : "another key"}`;
}

function disconnectNote({ key, state, exchange_name }: ExchangeAccount): string {
  if (state === "from_files") return "Its files are removed, and its history no longer counts";
  return key?.is_granted
    ? `We end the access at ${exchange_name} and erase it here. The balances no longer count`
    : "The key is erased here, and the balances no longer count";
}

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
          {replaceWords(account)} <small>{replaceNote(account)}</small>
        </p>
        <Button small onClick={() => onReplace(account)}>
          {replaceWords(account)}
        </Button>
      </li>
      <li>
        <p>
          Disconnect <small>{disconnectNote(account)}</small>
        </p>
        <Button small className={css.danger} onClick={() => onDisconnect(account)}>
          Disconnect
        </Button>
      </li>
    </ul>
  </Card>
);

/** Where money of the account may lie that is not read. */
const notReadOf = ({ key }: ExchangeAccount, profile: ExchangeProfile | undefined): readonly string[] => [
  ...(profile?.not_read ?? []),
  ...(key?.is_granted ? (profile?.oauth?.not_read ?? []) : []),
];

/** The page of an account at an exchange. */
export function AccountPage(props: AccountPageProps) {
  const { account, portfolio, failure, onRetry, history, entries, share, since, onImport } = props;
  const profile = useProfiles().data?.find(({ exchange }) => exchange === account.exchange);
  const isOfFiles = account.state === "from_files";
  const isLost = !portfolio && failure !== null;
  const balances: ReactNode = isLost ? (
    <Card title="Balances by place">
      <FailureNote title="Couldn't load the balances" failure={failure} onRetry={onRetry} />
    </Card>
  ) : (
    <PlaceBalances account={account} portfolio={portfolio} notRead={isOfFiles ? [] : notReadOf(account, profile)} />
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
              {isOfFiles ? (
                <Button icon="key" onClick={() => props.onReplace(account)}>
                  {replaceWords(account)}
                </Button>
              ) : (
                <ReadNow account={account} isReading={portfolio?.refreshing === true} />
              )}
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
          <CodesCard account={account} />
          {profile?.has_markets && !isOfFiles ? <MarketsCard account={account} /> : null}
          <FilesCard account={account} />
          {isOfFiles ? null : <KeyCard account={account} />}
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
