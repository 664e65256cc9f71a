import type { ReactNode } from "react";
import { coverageWords } from "../../format/coverage";
import { tone } from "../../format/money";
import { percentChange } from "../../format/quantity";
import { useReadAgain } from "../../queries/readAgain";
import { IconButton } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { InlineList } from "../../ui/InlineList";
import { CoverageRing } from "../../ui/Meter";
import { Change, HeadlineMoney } from "../../ui/Money";
import { Skeleton } from "../../ui/Skeleton";
import { Freshness } from "../../ui/Time";
import { useToast } from "../../ui/toasts";
import { basisWords, coveredWords, reasonWords } from "./dayChange";
import css from "./home.module.css";
import { portfolioState } from "./portfolioState";
import { useDayChange } from "./queries";
import type { Coverage, Portfolio, VisitorToken } from "./types";

/** The badge beside the total that says what the total lacks. */
function CoverageBadge({ coverage }: { coverage: Coverage }) {
  const all = coverage.priced + coverage.unpriced.length;
  return (
    <a href="#missing" className={css.coverage} data-complete={coverage.complete || undefined}>
      <CoverageRing part={all === 0 ? 0 : coverage.priced / all} />
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
  isUnknown: boolean;
  visitorToken: VisitorToken;
}

/** The change since a day ago below the total, with how much of the total it covers and its basis. */
function DayLine({ portfolio, isUnknown, visitorToken }: DayLineProps) {
  const { data, isError } = useDayChange(visitorToken, portfolio);
  const unconverted = portfolio.coverage.unconverted;
  if (unconverted && portfolio.total === null) return <p className={css.day}>{unconverted.reason.text}</p>;
  if (isUnknown || isError || (data && data.change === null))
    return (
      <p className={css.day} title={data?.reason?.text}>
        24h change: {reasonWords(data?.reason ?? null)}
      </p>
    );
  if (!data?.change)
    return (
      <p className={css.day}>
        <Skeleton width={240} height={16} />
      </p>
    );
  const covered = coveredWords(data);
  return (
    <p className={css.day}>
      <Change
        amount={data.change}
        currency={data.currency_code}
        figure={data.figures["/change"]}
        label="24h change"
        className={css.dayChange}
      />
      {data.change_percent === null ? null : (
        <span className={css[tone(data.change) ?? ""]}>{percentChange(data.change_percent)}</span>
      )}
      <span>
        {basisWords(data)}
        {covered ? `, ${covered}` : ""}
        {covered && data.pending ? <Coming /> : null}
      </span>
    </p>
  );
}

/** The refresh button. */
function Again({ reading }: { reading: boolean }) {
  const { mutate, isPending } = useReadAgain();
  const toast = useToast();
  const isBusy = isPending || reading;
  const again = () => mutate({}, { onError: (problem) => toast({ text: problem.message, bad: true }) });
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

interface HeadlineProps {
  portfolio: Portfolio;
  /** The token of a visitor, who sees no actions. */
  visitorToken?: VisitorToken;
  /** The actions of the figures. */
  tools?: ReactNode;
  /** The state of the data providers, in one line. */
  providers?: ReactNode;
}

/** The net worth with its coverage and actions. */
export function Headline({ portfolio, visitorToken, tools, providers }: HeadlineProps) {
  const { total, coverage, currency_code, read_at, figures, refreshing } = portfolio;
  const state = portfolioState(portfolio);
  const isUnknown = total === null || state === "unknown";
  return (
    <section className={css.headline} aria-labelledby="net-worth">
      <div>
        <div className={css.title}>
          <h1 id="net-worth">Net worth</h1>
          {read_at ? (
            <span className={css.updated}>
              Updated <Freshness at={read_at} />
              {visitorToken ? null : <Again reading={refreshing} />}
            </span>
          ) : null}
        </div>
        <p className={css.worth}>
          {state === "reading" ? <Skeleton width={260} height={42} /> : null}
          {state !== "reading" && isUnknown ? <span className={css.unknown}>Not known</span> : null}
          {state !== "reading" && total !== null && !isUnknown ? (
            <HeadlineMoney amount={total} currency={currency_code} figure={figures["/total"]} label="Net worth" />
          ) : null}
        </p>
        <div className={css.under}>
          <DayLine portfolio={portfolio} isUnknown={state === "unknown"} visitorToken={visitorToken} />
          {state === "reading" ? <Skeleton width={180} height={16} /> : <CoverageBadge coverage={coverage} />}
        </div>
      </div>
      {tools || providers ? (
        <div className={css.right}>
          {tools ? <div className={css.tools}>{tools}</div> : null}
          {providers}
        </div>
      ) : null}
    </section>
  );
}
