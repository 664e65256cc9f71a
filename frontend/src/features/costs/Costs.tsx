import { type ReactNode, Suspense, useCallback } from "react";
import { useSearchParams } from "react-router";
import { plural } from "../../format/text";
import { date } from "../../format/time";
import { useCostBasis } from "../../queries/costBasis";
import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { lazyPart } from "../../ui/lazyPart";
import { FailureNote } from "../../ui/Note";
import { PageHeader } from "../../ui/PageHeader";
import { Skeleton } from "../../ui/Skeleton";
import { CostTable } from "./CostTable";
import css from "./costs.module.css";
import { type CostView, queryOf, viewOf } from "./costView";
import { MethodLab, type RuleChange } from "./MethodLab";
import { useCostMethods } from "./queries";
import type { CostBasis, VisitorToken } from "./types";

const OpenCostsCard = lazyPart(() => import("./OpenCostsCard"), "OpenCostsCard");
const FeesCard = lazyPart(() => import("./FeesCard"), "FeesCard");

interface CostsProps {
  /** The token of a share session; null on the person's own page. */
  visitor: VisitorToken;
  /** The share button; null for visitors. */
  share: ReactNode;
  /** The card of the volume with each service. */
  volume: ReactNode;
  /** The address of an entry, at which a missing cost is entered; null for visitors. */
  entryPath: ((entry: string) => string) | null;
  /** Chooses a rule everywhere; null for visitors. */
  onChoose: ((change: RuleChange) => void) | null;
}

/** The view of the table in the URL. */
function useCostView(): [CostView, (change: Partial<CostView>) => void] {
  const [params, setParams] = useSearchParams();
  const view = viewOf(params);
  const onView = useCallback(
    (change: Partial<CostView>) =>
      setParams(
        (old) => {
          const next = new URLSearchParams(old);
          for (const [name, value] of Object.entries(queryOf({ ...viewOf(old), ...change })))
            value === null ? next.delete(name) : next.set(name, value);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  return [view, onView];
}

/** What the figures rest on: how much of the history is known, what is assumed, and the rules. */
function Basis({ data }: { data: CostBasis }) {
  const { coverage, assumed_share: assumed, rules_text: rules } = data;
  const since = coverage.known_since ? ` since ${date(coverage.known_since)}` : "";
  const reading = coverage.accounts - coverage.accounts_done;
  const share = assumed === null ? 0 : Math.round(Number(assumed) * 1000) / 10;
  return (
    <Card title="History behind these costs">
      <ul className={css.basis}>
        <li data-warned={coverage.complete ? undefined : true}>
          <Icon name={coverage.complete ? "check" : "alert"} size={16} />
          <span>
            {coverage.complete
              ? `Your whole history${since} is known.`
              : `The history is known${since || " in part"} and is not complete. Figures may change.`}
            {reading > 0 ? ` ${plural(reading, "account")} still being read.` : ""}
            {coverage.gaps.map(({ kind, text }) => (
              <small key={kind + text}>{text}</small>
            ))}
          </span>
        </li>
        {share > 0 ? (
          <li data-warned>
            <Icon name="alert" size={16} />
            <span>
              {share}% of the cost is assumed: it arrived from elsewhere and counts at what it was worth then.
            </span>
          </li>
        ) : null}
        <li>
          <Icon name="info" size={16} />
          <span>{rules}</span>
        </li>
      </ul>
    </Card>
  );
}

const Loading = ({ title }: { title: string }) => (
  <Card title={title}>
    <div className={css.skeleton} aria-busy="true">
      <p className={css.loading}>Computing your costs…</p>
      <Skeleton width="100%" height={220} />
    </div>
  </Card>
);

/** The page Costs: what everything that is held cost, and what each method makes of it. */
export function Costs({ visitor, share, volume, entryPath, onChoose }: CostsProps) {
  const basis = useCostBasis(visitor);
  const methods = useCostMethods(visitor);
  const [view, onView] = useCostView();
  return (
    <>
      <PageHeader title="Costs" subtitle="Bring light to your hidden costs" actions={share} plain={visitor !== null} />
      <div className={css.page}>
        {basis.error ? (
          <Card title="Average Cost Basis">
            <FailureNote title="Couldn't load your costs" failure={basis.error} onRetry={() => void basis.refetch()} />
          </Card>
        ) : basis.data ? (
          <CostTable data={basis.data} view={view} onView={onView} />
        ) : (
          <Loading title="Average Cost Basis" />
        )}
        <div className={css.pair}>
          {methods.error ? (
            <Card title="Method lab">
              <FailureNote
                title="Couldn't compare the methods"
                failure={methods.error}
                onRetry={() => void methods.refetch()}
              />
            </Card>
          ) : methods.data ? (
            <MethodLab data={methods.data} onChoose={onChoose} />
          ) : (
            <Loading title="Method lab" />
          )}
          {/* The fees are loaded after the table, which is read first. */}
          {basis.data || basis.error ? (
            <Suspense fallback={<Loading title="Blockchain Fees over Time" />}>
              <FeesCard visitor={visitor} />
            </Suspense>
          ) : (
            <Loading title="Blockchain Fees over Time" />
          )}
        </div>
        {volume}
        {basis.data && entryPath ? (
          <Suspense>
            <OpenCostsCard entryPath={entryPath} />
          </Suspense>
        ) : null}
        {basis.data ? <Basis data={basis.data} /> : null}
      </div>
    </>
  );
}
