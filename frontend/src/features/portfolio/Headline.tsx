import { type ReactNode, useEffect } from "react";
import { useAmountText } from "../../format/amounts";
import { coverageWords } from "../../format/coverage";
import { count } from "../../format/text";
import { useReadAgain } from "../../queries/readAgain";
import { IconButton } from "../../ui/Button";
import { ChangeLine } from "../../ui/ChangeLine";
import { Icon } from "../../ui/Icon";
import { InlineList } from "../../ui/InlineList";
import { CoverageRing } from "../../ui/Meter";
import { HeadlineMoney } from "../../ui/Money";
import { Skeleton } from "../../ui/Skeleton";
import { Freshness } from "../../ui/Time";
import { useToast } from "../../ui/toasts";
import { useMedia } from "../../ui/useMedia";
import { useSlowNow } from "../../ui/useNow";
import { basisWords, coveredWords, reasonWords } from "./dayChange";
import css from "./home.module.css";
import { portfolioState } from "./portfolioState";
import { useDayChange } from "./queries";
import type { DayChange, Portfolio, VisitorToken } from "./types";

/** The badge beside the title that says what the total lacks; until there is a total, how much of it is still loading. */
function CoverageBadge({ portfolio: { coverage, ...portfolio } }: { portfolio: Portfolio }) {
  const all = coverage.priced + coverage.unpriced.length;
  const ring = <CoverageRing part={all === 0 ? 0 : coverage.priced / all} />;
  if (portfolioState({ coverage, ...portfolio }) === "reading")
    return coverage.reading > 0 ? (
      <span className={css.coverage} data-complete>
        {ring}
        {count(coverage.reading)} still loading
      </span>
    ) : null;
  return (
    <a href="#missing" className={css.coverage} data-complete={coverage.complete || undefined}>
      {ring}
      <span>
        <InlineList of={coverageWords(coverage)} />
      </span>
      {coverage.complete ? null : <Icon name="right" size={12} />}
    </a>
  );
}

/** Says that more is loading; short, so that the line fits on a phone. */
const Coming = () => (
  <>
    …<span className="vh"> Getting the rest.</span>
  </>
);

interface DayLineProps {
  portfolio: Portfolio;
  visitorToken: VisitorToken;
}

/** A known change, with how much of the total it covers and its basis. */
function Day({ day, change }: { day: DayChange; change: string }) {
  const covered = coveredWords(day, useAmountText());
  return (
    <ChangeLine
      amount={change}
      currency={day.currency_code}
      percent={day.change_percent}
      figure={day.figures["/change"]}
      label="24h change"
    >
      {basisWords(day)}
      {covered ? `, ${covered}` : ""}
      {covered && day.pending ? <Coming /> : null}
    </ChangeLine>
  );
}

/** The change since a day ago below the total, or why it is not known. Without assets there is none. */
function DayLine({ portfolio, visitorToken }: DayLineProps) {
  const { data, isError } = useDayChange(visitorToken, portfolio);
  const state = portfolioState(portfolio);
  const unconverted = portfolio.coverage.unconverted;
  if (state === "noWallets" || state === "empty") return null;
  if (unconverted && portfolio.total === null) return <p className={css.day}>{unconverted.reason.text}</p>;
  // A change beside a total that is not there yet would say nothing.
  const isComing = state === "reading" || (state === "known" && !isError && !data);
  if (isComing)
    return (
      <p className={css.day}>
        <Skeleton width={240} height={16} />
      </p>
    );
  if (state === "known" && !isError && data?.change) return <Day day={data} change={data.change} />;
  return (
    <p className={css.day} title={data?.reason?.text}>
      24h change: {reasonWords(data?.reason ?? null)}
    </p>
  );
}

/** The age from which balances are read again while the page is looked at. */
const OLD_MS = 30 * 60_000;
let requestedAt = 0;

/** Requests newer balances while the page is visible; without an answer not more often than they become old. */
function useFreshBalances(readAt: string, read: () => void): void {
  const now = useSlowNow();
  useEffect(() => {
    if (document.hidden || now - Math.max(Date.parse(readAt), requestedAt) < OLD_MS) return;
    requestedAt = now;
    read();
  });
}

/** The refresh button. Old balances are also read again without it. */
function Again({ readAt, reading }: { readAt: string; reading: boolean }) {
  const { mutate, isPending } = useReadAgain();
  const toast = useToast();
  const isBusy = isPending || reading;
  const again = () => mutate({}, { onError: (problem) => toast({ text: problem.message, bad: true }) });
  useFreshBalances(readAt, () => (isBusy ? undefined : mutate({})));
  return (
    <IconButton
      icon="refresh"
      size={15}
      label="Refresh"
      className={css.again}
      // `disabled` would remove the focus from the button.
      aria-disabled={isBusy}
      onClick={isBusy ? undefined : again}
    />
  );
}

/** The time of the newest price of a source; undefined without prices. Each price states its own time in its explanation. */
const newestPrice = ({ asset_prices }: Portfolio): string | undefined =>
  Object.values(asset_prices)
    .flatMap(({ manual, as_of }) => (manual ? [] : [as_of]))
    .sort()
    .at(-1);

/** What the figures date from: the newest price, and the oldest balance. */
function Times({ portfolio, isOwn }: { portfolio: Portfolio; isOwn: boolean }) {
  const { read_at, refreshing } = portfolio;
  const pricedAt = newestPrice(portfolio);
  if (!read_at) return null;
  return (
    <span className={css.updated}>
      {pricedAt ? (
        <>
          Prices <Freshness at={pricedAt} /> · balances <Freshness at={read_at} />
        </>
      ) : (
        <>
          Balances <Freshness at={read_at} />
        </>
      )}
      {isOwn ? <Again readAt={read_at} reading={refreshing} /> : null}
    </span>
  );
}

interface HeadlineProps {
  portfolio: Portfolio;
  /** The token of a visitor, who sees no actions. */
  visitorToken?: VisitorToken;
  /** The change over the span of the chart. */
  change?: ReactNode;
  /** The actions of the figures. */
  tools?: ReactNode;
  /** The state of the data providers, in one line. */
  providers?: ReactNode;
}

/** The net worth with its coverage, its changes and its actions. */
export function Headline({ portfolio, visitorToken, change, tools, providers }: HeadlineProps) {
  const { total, currency_code, figures } = portfolio;
  const state = portfolioState(portfolio);
  const isUnknown = total === null || state === "unknown";
  const isPhone = useMedia("(max-width: 640px)");
  const badge = <CoverageBadge portfolio={portfolio} />;
  return (
    <section className={css.headline} aria-labelledby="net-worth">
      <div>
        <div className={css.title}>
          <h1 id="net-worth">Net worth</h1>
          {isPhone ? null : badge}
        </div>
        <p className={css.worth}>
          {state === "reading" ? <Skeleton width={260} height={42} /> : null}
          {state !== "reading" && isUnknown ? <span className={css.unknown}>Not known</span> : null}
          {state !== "reading" && total !== null && !isUnknown ? (
            <HeadlineMoney amount={total} currency={currency_code} figure={figures["/total"]} label="Net worth" />
          ) : null}
        </p>
        <div className={css.changes}>
          <DayLine portfolio={portfolio} visitorToken={visitorToken} />
          {state === "known" ? change : null}
        </div>
        {isPhone ? <div className={css.under}>{badge}</div> : null}
      </div>
      <div className={css.right}>
        {providers}
        <Times portfolio={portfolio} isOwn={!visitorToken} />
        {tools ? <div className={css.tools}>{tools}</div> : null}
      </div>
    </section>
  );
}
