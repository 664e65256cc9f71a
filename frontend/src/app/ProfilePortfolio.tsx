import { Link } from "react-router";
import { useWallets } from "../features/wallet/queries";
import type { SearchWalletData } from "../features/wallet/types";
import { nameOf } from "../features/wallet/words";
import { coverageWords } from "../format/coverage";
import { count, plural, shortAddress } from "../format/text";
import { Avatar } from "../ui/Avatar";
import { Card } from "../ui/Card";
import { InlineList } from "../ui/InlineList";
import { HeadlineMoney, Money } from "../ui/Money";
import { FailureNote } from "../ui/Note";
import { Skeleton } from "../ui/Skeleton";
import css from "./profilePortfolio.module.css";

/** The wallets with the highest values come first. */
const VIEW = { key: "amount", ascending: false, chains: [], page: 0 } as const;
type WalletRow = SearchWalletData["user_wallets"][number];

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

/** The number of networks that a row names. */
const NAMED = 2;

/** The networks of a wallet, the largest first; its address while none has a value. */
function placeWords({ values, address }: WalletRow): string {
  const names = values.map(({ name }) => name);
  if (names.length === 0) return shortAddress(address);
  const rest = names.length - NAMED;
  return `${names.slice(0, NAMED).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/** The image of the app of a wallet, else of its network with the highest value. */
const WalletMark = ({ wallet: { wallet: app, wallet_metadata: chain, address } }: { wallet: WalletRow }) => (
  <Avatar
    name={chain?.name ?? address}
    colour={chain?.color ?? "var(--c8)"}
    mark={app?.mark ?? chain?.mark ?? null}
    network={app?.mark && chain ? chain.mark : null}
  />
);

const Rows = ({ data: { user_wallets, currency_code, figures } }: { data: SearchWalletData }) => (
  <ul>
    {user_wallets.slice(0, SHOWN).map((wallet, i) => (
      <li key={wallet.id} className={css.row}>
        <WalletMark wallet={wallet} />
        <Link to={`/wallets#wallet-${wallet.id}`}>
          <b>{nameOf(wallet)}</b>
          <small>{placeWords(wallet)}</small>
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
          {rest > 0 ? (
            <p className={css.rest}>
              <Link to="/wallets" className={css.link}>
                {plural(rest, "more wallet")}
              </Link>
            </p>
          ) : null}
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
