import { useId, useState } from "react";
import { count, plural } from "../../../format/text";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { InlineFailure } from "../../../ui/Note";
import { SearchField } from "../../../ui/SearchField";
import { Skeleton } from "../../../ui/Skeleton";
import { Freshness } from "../../../ui/Time";
import { useToast } from "../../../ui/toasts";
import { useShowMore } from "../../../ui/useShowMore";
import page from "../accountPage.module.css";
import { useMarkets } from "../queries";
import type { ExchangeAccount, ExchangeMarket } from "../types";
import { AddMarketDialog } from "./AddMarketDialog";
import { matching, ordered, pairOf, reasonWords, stateWords } from "./markets";
import css from "./marketsCard.module.css";
import { useMarketCalls } from "./mutations";

/** The pairs before the button that shows the others. */
const FIRST = 5;
/** A list with more pairs has a field that searches it. */
const SEARCHED = 12;

/** Leaves a pair out, takes it back or removes it, with a message that offers to undo it. */
function useMarketActions(account: ExchangeAccount) {
  const { add, leaveOut, remove } = useMarketCalls(account);
  const toast = useToast();
  // The card may be unmounted before a call ends, so errors are handled here.
  const failed = (problem: Error) => toast({ text: problem.message, bad: true });
  const onLeaveOut = ({ market, ...pair }: ExchangeMarket) => {
    const undo = () => void leaveOut(market, false).catch(failed);
    void leaveOut(market, true).then(() => toast({ text: `${pairOf(pair)} left out`, undo }), failed);
  };
  const onTakeBack = ({ market, ...pair }: ExchangeMarket) =>
    void leaveOut(market, false).then(() => toast({ text: `${pairOf(pair)} is read again` }), failed);
  const onRemove = ({ market, ...pair }: ExchangeMarket) => {
    const undo = () => void add(market).catch(failed);
    void remove(market).then(() => toast({ text: `${pairOf(pair)} removed`, undo }), failed);
  };
  return { onLeaveOut, onTakeBack, onRemove };
}

type Actions = ReturnType<typeof useMarketActions>;

/** The button of a pair. One that the person added and that gave nothing is removed, others are left out. */
function Action({ market, onLeaveOut, onTakeBack, onRemove }: Actions & { market: ExchangeMarket }) {
  const pair = pairOf(market);
  if (market.state === "left_out")
    return (
      <Button small aria-label={`Take back ${pair}`} onClick={() => onTakeBack(market)}>
        Take back
      </Button>
    );
  const isRemovable = market.origin === "person" && market.trade_count === 0;
  return isRemovable ? (
    <Button small aria-label={`Remove ${pair}`} onClick={() => onRemove(market)}>
      Remove
    </Button>
  ) : (
    <Button small aria-label={`Leave out ${pair}`} onClick={() => onLeaveOut(market)}>
      Leave out
    </Button>
  );
}

const Line = ({ market, actions }: { market: ExchangeMarket; actions: Actions }) => (
  <li>
    <p>
      <bdi>{pairOf(market)}</bdi> {market.is_open ? null : <small className={css.closed}>closed</small>}
      <small className={market.is_missing && market.state !== "unread" ? css.missing : undefined}>
        {stateWords(market)}
        {market.state === "read" && market.read_on ? (
          <>
            {" · read "}
            <Freshness at={market.read_on} />
          </>
        ) : null}
      </small>
      <small>{reasonWords(market)}</small>
    </p>
    <Action market={market} {...actions} />
  </li>
);

/** The pairs, and a field that searches them where there are many. */
function Pairs({ account, markets }: { account: ExchangeAccount; markets: readonly ExchangeMarket[] }) {
  const [search, setSearch] = useState("");
  const actions = useMarketActions(account);
  const found = matching(ordered(markets), search);
  const [shown, more] = useShowMore(found, FIRST);
  const id = useId();
  return (
    <>
      {markets.length > SEARCHED ? (
        <div className={css.search}>
          <SearchField value={search} label="Find a pair" onChange={setSearch} />
        </div>
      ) : null}
      <p id={id} className={css.hidden}>
        Pairs of {account.account_name}
      </p>
      <ul className={page.rows} aria-labelledby={id}>
        {shown.map((market) => (
          <Line key={market.market} market={market} actions={actions} />
        ))}
      </ul>
      {found.length === 0 ? (
        <p className={css.note} role="status">
          {search ? `No pair matches “${search}”.` : "No pair is known yet. Add one, or wait for the first reading."}
        </p>
      ) : null}
      {more ? <div className={css.more}>{more}</div> : null}
    </>
  );
}

/** How many pairs are read. */
function summary(markets: readonly ExchangeMarket[]): string {
  const read = markets.filter(({ state }) => state === "read").length;
  return read === markets.length
    ? `${plural(read, "pair")} read`
    : `${count(read)} of ${plural(markets.length, "pair")} read`;
}

/** The pairs whose trades are read, of an exchange that lists trades by pair. */
export function MarketsCard({ account }: { account: ExchangeAccount }) {
  const { data, error, refetch } = useMarkets(account);
  const [isAdding, setAdding] = useState(false);
  const isReading = data?.markets.some(({ state }) => state === "unread") ?? false;
  return (
    <Card title="Pairs" aside={data && data.markets.length > 0 ? summary(data.markets) : undefined}>
      <div className={css.intro} aria-busy={!data && !error}>
        <p>
          {account.exchange_name} lists trades by pair only. Trades in pairs that are not listed here are not read.{" "}
          {isReading ? "New pairs are being read." : null}
        </p>
        {!data && !error ? <Skeleton width="80%" height={16} /> : null}
        {!data && error ? (
          <InlineFailure>
            {error.message}{" "}
            <Button tone="link" small onClick={() => void refetch()}>
              Try again
            </Button>
          </InlineFailure>
        ) : null}
        {data ? (
          <div>
            <Button small icon="plus" onClick={() => setAdding(true)}>
              Add a pair
            </Button>
          </div>
        ) : null}
      </div>
      {data ? <Pairs account={account} markets={data.markets} /> : null}
      {isAdding ? <AddMarketDialog account={account} onClose={() => setAdding(false)} /> : null}
    </Card>
  );
}
