import type { ReactNode } from "react";
import { Link } from "react-router";
import { coverageWords } from "../../format/coverage";
import { tone } from "../../format/money";
import { percentChange } from "../../format/quantity";
import { count } from "../../format/text";
import { IconButton } from "../../ui/Button";
import { CoverageRing } from "../../ui/Meter";
import { Change, HeadlineMoney } from "../../ui/Money";
import { Parts } from "../../ui/Parts";
import { Bone } from "../../ui/Skeleton";
import { Freshness } from "../../ui/Time";
import { useToast } from "../../ui/toasts";
import { basisWords, coveredWords, reasonWords } from "./dayChange";
import css from "./home.module.css";
import { type Coverage, type Portfolio, useDayChange, useReadAgain, type Viewer } from "./queries";
import { stageOf } from "./stage";

/** Stands beside the headline figure: a total says what it does not know. */
function CoverageBadge({ coverage }: { coverage: Coverage }) {
  const all = coverage.priced + coverage.unpriced.length;
  return (
    <a href="#missing" className={css.coverage} data-complete={coverage.complete || undefined}>
      <CoverageRing part={all === 0 ? 0 : coverage.priced / all} />
      <span>
        <Parts of={coverageWords(coverage)} />
      </span>
    </a>
  );
}

/** More is on its way: short, so that the words before it keep to one line of a phone. */
const Coming = () => (
  <>
    …<span className="vh"> Getting the rest.</span>
  </>
);

interface DayLineProps {
  portfolio: Portfolio;
  isUnknown: boolean;
  viewer: Viewer;
}

/** The change of a day under the total: of how much it speaks, and on which basis. */
function DayLine({ portfolio, isUnknown, viewer }: DayLineProps) {
  const { data, isError } = useDayChange(viewer, portfolio);
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
        <Bone width={240} height={16} />
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

/** The facts before the first answer. */
export const EmptyFacts = () => (
  <dl className={css.facts}>
    {["Wallets", "Networks", "Updated"].map((label) => (
      <Fact key={label} label={label} value="–" />
    ))}
  </dl>
);

const Fact = ({ label, value }: { label: string; value: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);

/** The way to read again. */
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
      // Disabled it would lose the focus of who pressed it.
      aria-disabled={isBusy}
      onClick={isBusy ? undefined : again}
    />
  );
}

const Manage = () => (
  <Link to="/wallets" className={css.manage}>
    Manage
  </Link>
);

interface HeadlineProps {
  portfolio: Portfolio;
  /** A visitor's; they see the facts without the steps. */
  viewer?: Viewer;
  /** Stands at the far end of the title's line. */
  action?: ReactNode;
}

/** Net worth with its coverage, and the few facts beside it. */
export function Headline({ portfolio, viewer, action }: HeadlineProps) {
  const { total, coverage, currency_code, read_at, figures, wallets, networks, refreshing } = portfolio;
  const stage = stageOf(portfolio);
  const isUnknown = total === null || stage === "unknown";
  return (
    <section className={css.headline} aria-labelledby="net-worth">
      <div>
        <div className={css.title}>
          <h1 id="net-worth">Net worth</h1>
          {stage === "reading" ? <Bone width={180} height={16} /> : <CoverageBadge coverage={coverage} />}
        </div>
        <p className={css.worth}>
          {stage === "reading" ? <Bone width={260} height={42} /> : null}
          {stage !== "reading" && isUnknown ? <span className={css.unknown}>Not known</span> : null}
          {stage !== "reading" && total !== null && !isUnknown ? (
            <HeadlineMoney amount={total} currency={currency_code} figure={figures["/total"]} label="Net worth" />
          ) : null}
        </p>
        <DayLine portfolio={portfolio} isUnknown={stage === "unknown"} viewer={viewer} />
      </div>
      <dl className={css.facts}>
        <Fact
          label="Wallets"
          value={
            <>
              {count(wallets.length)}
              {viewer ? null : <Manage />}
            </>
          }
        />
        <Fact label="Networks" value={count(networks.length)} />
        <Fact
          label="Updated"
          value={
            <>
              {read_at ? <Freshness at={read_at} /> : "–"}
              {read_at && !viewer ? <Again reading={refreshing} /> : null}
            </>
          }
        />
      </dl>
      {action ? <div className={css.action}>{action}</div> : null}
    </section>
  );
}
