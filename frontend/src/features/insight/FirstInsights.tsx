import { Link } from "react-router";
import { count } from "../../format/text";
import { useInsights } from "../../queries/insights";
import { Card } from "../../ui/Card";
import { FailureNote } from "../../ui/Note";
import { Skeleton } from "../../ui/Skeleton";
import css from "./firstInsights.module.css";
import { InsightTitle } from "./InsightTitle";
import type { VisitorToken } from "./types";
import { unevaluatedWords } from "./view";

/** How many insights Intelligence shows. */
const FIRST = 2;

interface FirstInsightsProps {
  visitor: VisitorToken;
  /** The path of the page of insights. */
  path: string;
}

/** The first two insights. */
export function FirstInsights({ visitor, path }: FirstInsightsProps) {
  const { data, error, refetch } = useInsights(visitor);
  const first = data?.insights.slice(0, FIRST) ?? [];
  const all = data ? data.insights.length + data.beyond_plan : 0;
  return (
    <Card
      title={
        <>
          Insights{" "}
          {all > FIRST ? (
            <small className={css.of}>
              {FIRST} of {count(all)}
            </small>
          ) : null}
        </>
      }
      aside={
        <Link to={path} className={css.all}>
          All insights
        </Link>
      }
    >
      {error && !data ? (
        <FailureNote title="Couldn't evaluate your insights" failure={error} onRetry={() => void refetch()} />
      ) : null}
      {!error && !data ? (
        <div className={css.rows} aria-busy="true">
          <Skeleton width="70%" height={52} />
          <Skeleton width="70%" height={52} />
        </div>
      ) : null}
      {data && first.length === 0 ? (
        <p className={css.none}>
          {unevaluatedWords(data) || "This wallet is not active enough for us to generate any useful insights here :)."}
        </p>
      ) : null}
      {data && first.length > 0 ? (
        <ul className={css.rows}>
          {first.map((insight) => (
            <li key={insight.rule + insight.subject}>
              <InsightTitle insight={insight} currency={data.currency_code} />
            </li>
          ))}
        </ul>
      ) : null}
    </Card>
  );
}
