import { type ReactNode, useId } from "react";
import { plainText, plural, shortAddress } from "../../format/text";
import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { Money } from "../../ui/Money";
import { EmptyState, FailureNote } from "../../ui/Note";
import { PageHeader } from "../../ui/PageHeader";
import { Skeleton } from "../../ui/Skeleton";
import { type Stat, StatCards } from "../../ui/StatCards";
import { Ago } from "../../ui/Time";
import { useShowMore } from "../../ui/useShowMore";
import css from "./approvals.module.css";
import { useApprovals } from "./queries";
import { SpenderCard } from "./SpenderCard";
import type { Approvals as Data } from "./types";
import { parted, unlimited } from "./view";

/** The spenders without anything at risk before the button that shows the others. */
const FIRST = 3;

const Loading = () => (
  <>
    <p className={css.loading} role="status">
      Loading approvals…
    </p>
    <div className={css.cards} aria-hidden="true">
      {[0, 1].map((i) => (
        <div key={i} className={css.bones}>
          <Skeleton width="40%" height={20} />
          <Skeleton width="100%" height={44} />
          <Skeleton width="100%" height={44} />
        </div>
      ))}
    </div>
  </>
);

/** What is missing: what is not known is no approval that does not exist. */
function Gaps({ data: { gaps, unread, left_out: leftOut } }: { data: Data }) {
  if (gaps.length === 0 && unread.length === 0 && leftOut === 0) return null;
  return (
    <section className={css.note} data-warned aria-label="Not known">
      <Icon name="alert" size={16} />
      <ul>
        {gaps.map(({ code, text }) => (
          <li key={code + text}>{text}</li>
        ))}
        {leftOut > 0 ? <li>{plural(leftOut, "older approval is", "older approvals are")} left out.</li> : null}
        {unread.map(({ label, chain_name, contract, spender, why }) => (
          <li key={label + chain_name + contract + spender}>
            {label} on {chain_name}: the token {shortAddress(contract)} does not state what {shortAddress(spender)} may
            move, {plainText(why)}.
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The accounts for whose keys a contract acts. */
function Delegations({ data: { delegations } }: { data: Data }) {
  return delegations.map(({ address, chain, chain_name, label, delegate, owner, explorer_url: url }) => (
    <section key={chain + address} className={css.note} data-warned aria-label={`${label} on ${chain_name}`}>
      <Icon name="alert" size={16} />
      <p>
        <b>A contract acts for {label}</b> on {chain_name} (EIP-7702):{" "}
        {url ? (
          <a href={url} target="_blank" rel="noopener noreferrer" title={delegate}>
            {owner ?? shortAddress(delegate)}
          </a>
        ) : (
          <span title={delegate}>{owner ?? shortAddress(delegate)}</span>
        )}{" "}
        can move everything in this account. Wallets that make accounts smart use this; the wallet can undo it.
      </p>
    </section>
  ));
}

function statsOf(data: Data): Stat[] {
  const { at_risk: atRisk, currency_code, unvalued, spenders, accounts, as_of: asOf } = data;
  const free = unlimited(data);
  return [
    {
      label: "Can be moved by others",
      figure: atRisk === null ? "Not known" : <Money amount={atRisk} currency={currency_code} label="Can be moved" />,
      note:
        unvalued > 0 ? `and ${plural(unvalued, "token")} without a known value` : "What several may move counts once",
      isWarned: unvalued > 0,
    },
    {
      label: "Spenders",
      figure: String(spenders.length),
      note: `on ${plural(new Set(spenders.map(({ chain }) => chain)).size, "network")}`,
    },
    { label: "Without a limit", figure: String(free), note: free === 1 ? "approval" : "approvals" },
    {
      label: "Accounts read",
      figure: String(accounts),
      note: asOf ? (
        <>
          oldest <Ago at={asOf} />
        </>
      ) : (
        "none yet"
      ),
    },
  ];
}

function Spenders({ data }: { data: Data }) {
  const id = useId();
  const [risky, others] = parted(data);
  const [shown, more] = useShowMore(others, FIRST);
  const card = (one: (typeof risky)[number]): ReactNode => <SpenderCard key={one.place} shown={one} approvals={data} />;
  return (
    <>
      {risky.length > 0 ? (
        <section className={css.cards} aria-labelledby={id}>
          <h2 id={id} className={css.hidden}>
            Spenders
          </h2>
          {risky.map(card)}
        </section>
      ) : null}
      {others.length > 0 ? (
        <section className={css.others} aria-label="Nothing at risk now">
          <h2>Nothing at risk now</h2>
          <p>These may move tokens that you do not hold. What arrives later can be moved.</p>
          <div className={css.cards}>{shown.map(card)}</div>
          {more}
        </section>
      ) : null}
    </>
  );
}

/** What there is without any approval: only if everything was read, that is a result. */
function Nothing({ data: { complete, accounts } }: { data: Data }) {
  return (
    <Card title="Approvals">
      <EmptyState
        icon="shield"
        title={complete && accounts > 0 ? "No one may move your tokens" : "No approval found so far"}
      >
        {accounts === 0
          ? "Approvals are listed once a network account of yours was read."
          : complete
            ? "No approval of your accounts is in force."
            : "Not everything is known yet."}
      </EmptyState>
    </Card>
  );
}

/** The page of approvals: who may move the tokens of the person, what that can cost, and how to take it back. */
export function Approvals() {
  const { data, error, refetch } = useApprovals();
  return (
    <>
      <PageHeader title="Approvals" subtitle="Who may move your tokens, and how to take that back" />
      {!data && error ? (
        <FailureNote title="Couldn't load the approvals" failure={error} onRetry={() => void refetch()} />
      ) : null}
      {!data && !error ? <Loading /> : null}
      {data ? (
        <div className={css.page}>
          <StatCards label="Approvals" stats={statsOf(data)} />
          <Gaps data={data} />
          <Delegations data={data} />
          {data.spenders.length === 0 ? <Nothing data={data} /> : <Spenders data={data} />}
          <p className={css.foot}>
            <Icon name="info" size={16} />
            <span>
              Found in your history and read again from each token's contract. Permits that were only signed are on no
              network, so that no list has them.
              {data.hidden > 0
                ? ` ${plural(data.hidden, "approval of a hidden token is", "approvals of hidden tokens are")} left out.`
                : ""}
            </span>
          </p>
        </div>
      ) : null}
    </>
  );
}
