import type { ReactNode } from "react";
import { useAmountText } from "../../format/amounts";
import { percentOf } from "../../format/quantity";
import { plural } from "../../format/text";
import { Avatar } from "../../ui/Avatar";
import { Card } from "../../ui/Card";
import { Money } from "../../ui/Money";
import { Skeleton } from "../../ui/Skeleton";
import { Tag } from "../../ui/Tag";
import {
  type Balance,
  balanceLabel,
  balancesOf,
  byPlace,
  groupsIn,
  isAbove,
  type PlaceGroup,
  sumsOf,
} from "./balances";
import { NotRead } from "./NotRead";
import css from "./placeBalances.module.css";
import type { ExchangeAccount, Portfolio } from "./types";

interface ShareProps {
  value: string | null;
  /** The balance of the account. */
  total: string | null;
}

/** A part of the balance in percent. Without a balance above zero there are no parts. */
const Share = ({ value, total }: ShareProps) =>
  value !== null && total !== null && isAbove(total) && isAbove(value) ? percentOf(value, total, 1) : null;

/** The name of the asset with its kind; on phones its quantity is below. */
const AssetCell = ({
  balance: { row, part, kind, isBorrowed },
  quantity,
}: {
  balance: Balance;
  quantity: ReactNode;
}) => (
  <span className={css.asset}>
    <Avatar name={part.symbol} colour="var(--c8)" mark={row.mark} size={24} />
    <span className={css.name}>
      <span>
        {row.name}
        {kind ? <Tag tone={isBorrowed ? "loss" : "plain"}>{kind}</Tag> : null}
        {part.stale ? <Tag tone="warn">Out of date</Tag> : null}
      </span>
      <small>{quantity}</small>
    </span>
  </span>
);

function BalanceRow({ balance, portfolio }: { balance: Balance; portfolio: Portfolio }) {
  const text = useAmountText();
  const { row, part, place, isBorrowed, figure } = balance;
  const { amount, symbol, value, reason } = part;
  const quantity = amount === null ? "Not known" : `${text.shortQuantity(amount)} ${symbol}`;
  const label = `${row.name} in ${place}, value`;
  return (
    <tr>
      <th scope="row">
        <AssetCell balance={balance} quantity={quantity} />
      </th>
      <td className={css.quantity} title={amount === null ? undefined : text.raw(amount)}>
        {quantity}
      </td>
      <td>
        {value === null ? (
          <span className={css.unknown} title={reason?.text}>
            {reason?.code === "not_mapped" ? "Not mapped yet" : "Not counted"}
          </span>
        ) : (
          <Money amount={value} currency={portfolio.currency_code} figure={figure} label={label} />
        )}
      </td>
      <td className={css.share}>{isBorrowed ? "debt" : <Share value={value} total={portfolio.total} />}</td>
    </tr>
  );
}

function GroupRows({ group, portfolio }: { group: PlaceGroup; portfolio: Portfolio }) {
  const { place, balances, sum } = group;
  return (
    <tbody>
      <tr className={css.group}>
        <th scope="rowgroup">
          {place} <small>{plural(groupsIn(balances), "asset")}</small>
        </th>
        <td className={css.quantity} />
        <td>
          {sum === null ? (
            <span className={css.unknown}>Not counted</span>
          ) : (
            <Money amount={sum} currency={portfolio.currency_code} label={`${place}, sum`} />
          )}
        </td>
        <td className={css.share}>
          <Share value={sum} total={portfolio.total} />
        </td>
      </tr>
      {balances.map((balance) => (
        <BalanceRow key={balance.id} balance={balance} portfolio={portfolio} />
      ))}
    </tbody>
  );
}

function BalanceTable({ groups, portfolio }: { groups: readonly PlaceGroup[]; portfolio: Portfolio }) {
  const { total, currency_code, figures } = portfolio;
  const label = balanceLabel(sumsOf(groups.flatMap(({ balances }) => balances)));
  return (
    <table className={css.table} aria-label="Balances by place">
      <thead>
        <tr>
          <th scope="col">Asset</th>
          <th scope="col" className={css.quantity}>
            Quantity
          </th>
          <th scope="col">Value</th>
          <th scope="col" className={css.share}>
            Share
          </th>
        </tr>
      </thead>
      {groups.map((group) => (
        <GroupRows key={group.place} group={group} portfolio={portfolio} />
      ))}
      <tfoot>
        <tr>
          <th scope="row">{label}</th>
          <td className={css.quantity} />
          <td>
            {total === null ? (
              <span className={css.unknown}>Not known</span>
            ) : (
              <Money amount={total} currency={currency_code} figure={figures["/total"]} label={label} />
            )}
          </td>
          <td className={css.share}>{total !== null && isAbove(total) ? "100%" : null}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** What is left out of the sums, and where nothing is read. */
const Note = ({ hidden, notRead }: { hidden: number; notRead: readonly string[] }) =>
  hidden > 0 || notRead.length > 0 ? (
    <div className={css.note}>
      {hidden > 0 ? <p>{plural(hidden, "hidden balance")}, not in any sum.</p> : null}
      <NotRead places={notRead} />
    </div>
  ) : null;

interface PlaceBalancesProps {
  account: ExchangeAccount;
  /** The balances of the account; undefined while they are loading. */
  portfolio: Portfolio | undefined;
  /** Where money may lie at the exchange that is not read. */
  notRead: readonly string[];
}

/** What there is in place of balances. */
function emptyWords({ state, read_on }: ExchangeAccount): string {
  if (state === "from_files") return "Not known. This account comes from files. Add a key to read its balances.";
  return read_on === null ? "The balances are not known yet." : "This account holds nothing.";
}

/** What an account holds in each place, with sums. */
export function PlaceBalances({ account, portfolio, notRead }: PlaceBalancesProps) {
  const groups = portfolio ? byPlace(balancesOf(portfolio)) : [];
  const isReading = account.state === "reading";
  return (
    <Card
      title={
        <>
          Balances by place{" "}
          {groups.length > 0 ? (
            <small className={css.places}>{plural(groups.length, "place")} with balances</small>
          ) : null}
        </>
      }
    >
      {portfolio && groups.length > 0 ? <BalanceTable groups={groups} portfolio={portfolio} /> : null}
      {!portfolio || (groups.length === 0 && isReading) ? (
        <div className={css.bones} aria-busy="true">
          {[0, 1, 2, 3].map((i) => (
            <Skeleton key={i} width="100%" height={24} />
          ))}
        </div>
      ) : null}
      {portfolio && groups.length === 0 && !isReading ? <p className={css.empty}>{emptyWords(account)}</p> : null}
      <Note hidden={portfolio?.coverage.hidden ?? 0} notRead={notRead} />
    </Card>
  );
}
