import { Link } from "react-router";
import { useWallets } from "../features/wallet/queries";
import type { SearchWalletData } from "../features/wallet/types";
import { nameOf } from "../features/wallet/words";
import { coverageWords } from "../format/coverage";
import { count, plural, shortAddress } from "../format/text";
import { Card } from "../ui/Card";
import { InlineList } from "../ui/InlineList";
import { HeadlineMoney, Money } from "../ui/Money";
import { FailureNote } from "../ui/Note";
import { Skeleton } from "../ui/Skeleton";
import css from "./profilePortfolio.module.css";

/** The wallets with the highest values come first. */
const VIEW = { key: "amount", ascending: false, chains: [], page: 0 } as const;
/** The number of wallets in the card; the page of wallets has all of them. */
const SHOWN = 5;

function Facts({ data }: { data: SearchWalletData }) {
  const { net_worth, coverage, currency_code, figures, total_count } = data;
  return (
    <dl className={css.facts}>
      <div>
        <dt>Net worth</dt>
        <dd>
          {net_worth === null ? (
            "Not known"
          ) : (
            <HeadlineMoney
              amount={net_worth}
              currency={currency_code}
              figure={figures["/net_worth"]}
              label="Net worth"
            />
          )}
        </dd>
        <dd className={css.note}>
          <InlineList of={coverageWords(coverage)} />
        </dd>
      </div>
      <div>
        <dt>Wallets</dt>
        <dd className={css.count}>{count(total_count)}</dd>
      </div>
    </dl>
  );
}

const Rows = ({ data: { user_wallets, currency_code, figures } }: { data: SearchWalletData }) => (
  <ul>
    {user_wallets.slice(0, SHOWN).map((wallet, i) => (
      <li key={wallet.id} className={css.row}>
        <Link to={`/wallets#wallet-${wallet.id}`}>
          <b>{nameOf(wallet)}</b>
          {wallet.nickname || wallet.display_address ? <small>{shortAddress(wallet.address)}</small> : null}
        </Link>
        {wallet.total_value === null ? (
          <span>{wallet.reading > 0 ? "Loading" : "Not counted"}</span>
        ) : (
          <Money
            amount={wallet.total_value}
            currency={currency_code}
            figure={figures[`/user_wallets/${i}/total_value`]}
            label={`${nameOf(wallet)}, value`}
          />
        )}
      </li>
    ))}
  </ul>
);

/** The card of the portfolio on the profile page: the net worth and the largest wallets. */
export function ProfilePortfolio() {
  const { data, error, refetch } = useWallets(VIEW);
  const rest = Math.max(0, (data?.total_count ?? 0) - SHOWN);
  return (
    <Card
      title="Portfolio"
      aside={
        <Link to="/wallets" className={css.link}>
          Manage wallets
        </Link>
      }
    >
      {error ? (
        <FailureNote title="Couldn't load your portfolio" failure={error} onRetry={() => void refetch()} />
      ) : null}
      {data ? (
        <>
          <Facts data={data} />
          <Rows data={data} />
          {rest > 0 ? <p className={css.rest}>{plural(rest, "more wallet")}</p> : null}
        </>
      ) : null}
      {data || error ? null : (
        <div className={css.skeleton} aria-busy="true">
          <Skeleton width={180} height={44} />
        </div>
      )}
    </Card>
  );
}
