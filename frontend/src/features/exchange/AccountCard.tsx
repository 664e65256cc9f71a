import { Link } from "react-router";
import { pricedWords } from "../../format/coverage";
import { percent } from "../../format/quantity";
import { count } from "../../format/text";
import { date } from "../../format/time";
import { Button } from "../../ui/Button";
import { Menu } from "../../ui/Menu";
import { Money } from "../../ui/Money";
import { Skeleton } from "../../ui/Skeleton";
import css from "./accountCard.module.css";
import { accessWords, accountPath, keyWords, replaceWords } from "./accounts";
import { ExchangeIcon } from "./ExchangeIcon";
import { historyLine, problemOf, progressOf } from "./history";
import { StateLabel, StateReason } from "./StateLabel";
import type { AccountHistory, ExchangeAccount, Portfolio } from "./types";
import type { AccountActions } from "./useAccountActions";

/** Keeps the height of the line. */
const NO_WORDS = "\u00a0";

interface WorthProps {
  account: ExchangeAccount;
  portfolio: Portfolio | undefined;
}

/** What the account is worth after debt, of what is priced. */
function Worth({ account: { account_name, wallet_address, state }, portfolio }: WorthProps) {
  const at = portfolio?.wallets.findIndex(({ address }) => address === wallet_address) ?? -1;
  const row = portfolio?.wallets[at];
  if (!portfolio) return <Skeleton width={180} height={50} />;
  const isReading = state === "reading" || (row?.reading ?? 0) > 0;
  if (!row || row.value === null)
    return (
      <div>
        <p className={css.worth}>{isReading ? <Skeleton width={150} height={26} /> : "Not known"}</p>
        <p className={css.count}>{isReading ? "The first reading takes a moment" : NO_WORDS}</p>
      </div>
    );
  const words = [
    pricedWords(row.priced, row.priced + row.unpriced, !isReading),
    row.share === null ? "" : `${percent(row.share)} of your net worth`,
    row.reading > 0 ? `${count(row.reading)} still loading` : "",
  ];
  return (
    <div>
      <p className={css.worth}>
        <Money
          amount={row.value}
          currency={portfolio.currency_code}
          figure={portfolio.figures[`/wallets/${at}/value`]}
          label={`${account_name}, balance`}
        />
      </p>
      <p className={css.count}>{words.filter(Boolean).join(" · ") || NO_WORDS}</p>
    </div>
  );
}

interface HistoryLineProps {
  account: ExchangeAccount;
  /** How far the histories of all accounts are read; undefined while that is loading. */
  histories: readonly AccountHistory[] | undefined;
  /** Whether that could not be loaded. */
  isHistoryLost: boolean;
}

interface AccountCardProps extends WorthProps, HistoryLineProps, AccountActions {
  /** The path of the mark of its exchange; null if it has none. */
  mark: string | null;
  /** When it was connected; null if that is not known. */
  since: string | null;
  onReplace: (account: ExchangeAccount) => void;
}

/** The key, and since when the account is connected. */
function connectionWords(account: ExchangeAccount, since: string | null): string {
  const connected = since ?? account.key?.created_on ?? null;
  return [keyWords(account, "Key", " …"), accessWords(account), connected === null ? "" : `since ${date(connected)}`]
    .filter(Boolean)
    .join(" · ");
}

/** Why the account is not read, with one step. */
const Reason = ({ account, onReplace }: Pick<AccountCardProps, "account" | "onReplace">) =>
  account.state === "failing" || account.state === "needs_attention" ? (
    <div className={css.reason}>
      <p>
        <StateReason account={account} />
      </p>
      {account.state === "needs_attention" ? (
        <Button
          small
          aria-label={`${replaceWords(account)}${account.key?.is_granted ? "" : " of"} ${account.account_name}`}
          onClick={() => onReplace(account)}
        >
          {replaceWords(account)}
        </Button>
      ) : null}
    </div>
  ) : null;

/** Since when the history of the account is known, or how far it is read. */
function HistoryLine({ account, histories, isHistoryLost }: HistoryLineProps) {
  if (!histories) return isHistoryLost ? "History: couldn't be loaded" : <Skeleton width={150} height={12} />;
  const progress = progressOf(account, histories);
  return <span data-warned={problemOf(progress) ? "" : undefined}>{historyLine(progress)}</span>;
}

/** The card of an account at an exchange: names, balance, state, history and key. */
export function AccountCard({ account, mark, portfolio, since, ...rest }: AccountCardProps) {
  const { account_name: name, exchange_name } = account;
  const { histories, isHistoryLost, onReplace, onRename, onDisconnect } = rest;
  return (
    <li className={css.card} data-state={account.state}>
      <div className={css.top}>
        <ExchangeIcon name={exchange_name} mark={mark} size={40} />
        <div className={css.names}>
          <h2>
            <Link to={accountPath(account)}>{name}</Link>
          </h2>
          <p>
            {name === exchange_name ? null : `${exchange_name} · `}
            <StateLabel account={account} />
          </p>
        </div>
        <Menu
          label={`Actions for ${name}`}
          isBare
          items={[
            { label: "Rename", icon: "pen", onChoose: () => onRename(account) },
            { label: replaceWords(account), icon: "key", onChoose: () => onReplace(account) },
            { label: "Disconnect", icon: "trash", onChoose: () => onDisconnect(account) },
          ]}
        />
      </div>
      <Worth account={account} portfolio={portfolio} />
      <Reason account={account} onReplace={onReplace} />
      <div className={css.key}>
        <p>
          <HistoryLine account={account} histories={histories} isHistoryLost={isHistoryLost} />
        </p>
        <p>{connectionWords(account, since)}</p>
      </div>
    </li>
  );
}
