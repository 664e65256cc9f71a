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
import css from "./home.module.css";
import { type Coverage, type Portfolio, type Reason, useDayChange, useReadAgain, type Viewer } from "./queries";
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

const bases = { snapshot: "In 24 h, from balances", price_move: "In 24 h, by price" } as const;

/** Why there is no change to show, in words that fit the line. */
const reasons: Readonly<Record<string, string>> = {
  not_asked_yet: "Asking for yesterday's prices",
  not_read_yet: "Not read yet",
  not_listed: "Yesterday's prices are not known",
};

function NoChange({ reason }: { reason: Reason | null }) {
  const text = reason?.text ?? "Not known right now";
  return (
    <div>
      <dt>Since yesterday</dt>
      <dd>
        –
        <span className={css.why} title={text}>
          {(reason && reasons[reason.code]) ?? text}
        </span>
      </dd>
    </div>
  );
}

interface DayChangeProps {
  isUnknown: boolean;
  currency: string;
  viewer: Viewer;
}

/** What changed in a day, and on which basis that is said. */
function DayChange({ isUnknown, currency, viewer }: DayChangeProps) {
  const { data, isError } = useDayChange(viewer, currency);
  if (isUnknown || isError || (data && data.change === null)) return <NoChange reason={data?.reason ?? null} />;
  if (!data?.change) return <Fact label="Since yesterday" value={<Bone width={120} height={18} />} />;
  const sign = data.change_percent === null ? undefined : tone(data.change_percent);
  return (
    <div>
      <dt>{data.basis ? bases[data.basis] : "Since yesterday"}</dt>
      <dd>
        <Change
          amount={data.change}
          currency={data.currency_code}
          figure={data.figures["/change"]}
          label="Change since yesterday"
        />
        {data.change_percent === null ? null : (
          <small className={sign ? css[sign] : ""}>{percentChange(data.change_percent)}</small>
        )}
      </dd>
    </div>
  );
}

/** The facts before the first answer. */
export const EmptyFacts = () => (
  <dl className={css.facts}>
    {["Since yesterday", "Wallets", "Networks", "Read"].map((label) => (
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
      label="Read all sources again"
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
      </div>
      <dl className={css.facts}>
        <DayChange isUnknown={stage === "unknown"} currency={currency_code} viewer={viewer} />
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
          label="Read"
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
