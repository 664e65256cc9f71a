import { usePrefetchQuery } from "@tanstack/react-query";
import { count, plural } from "../../format/text";
import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { FailureNote } from "../../ui/Note";
import { PageHeader } from "../../ui/PageHeader";
import { Skeleton } from "../../ui/Skeleton";
import { Ago, Until } from "../../ui/Time";
import { useShowMore } from "../../ui/useShowMore";
import css from "./health.module.css";
import { type IssueActions, Issues } from "./Issues";
import { isBad, providerSummary, worstFirst } from "./order";
import { reconciliationOptions, useDataHealth } from "./queries";
import { Reconciliation } from "./Reconciliation";
import type { DataHealth, SourceHealth } from "./types";

const HINT =
  "A data provider that fails is retried automatically. Its last values stay in your totals and are marked out of date.";

/** What each kind of source provides. */
const kinds: Record<SourceHealth["kind"], string> = {
  chain: "Balances",
  name: "Names",
  price: "Prices",
  token_list: "Token lists",
  explorer: "Token discovery",
  currency: "Currency rates",
  exchange: "Exchange accounts",
};

const words: Record<SourceHealth["state"], string> = {
  ok: "Working",
  failing: "Failed",
  rate_limited: "Paused",
  key_required: "Needs a key",
  unused: "Not used yet",
};

function State({ source }: { source: SourceHealth }) {
  const fine = source.severity === "ok";
  return (
    <span className={css.state} data-severity={source.severity} data-unused={source.state === "unused" || undefined}>
      <Icon name={source.state === "unused" ? "clock" : fine ? "check" : "alert"} size={14} />
      {words[source.state]}
    </span>
  );
}

/** The time of the last answer and of the next request. */
const Times = ({ source }: { source: SourceHealth }) => (
  <span className={css.when}>
    {source.last_ok_on ? (
      <span>
        Last answer <Ago at={source.last_ok_on} />
      </span>
    ) : null}
    {source.retry_at ? (
      <span>
        Retries <Until at={source.retry_at} />
      </span>
    ) : null}
  </span>
);

const Source = ({ source }: { source: SourceHealth }) => (
  <li>
    <span className={css.two}>
      {source.name}
      <small>{[kinds[source.kind], source.host].filter(Boolean).join(" · ")}</small>
    </span>
    <State source={source} />
    <span className={css.why}>
      {source.last_error ? source.last_error.text : source.affects}
      {source.last_error ? <small>{[source.affects, source.fix].filter(Boolean).join(" ")}</small> : null}
    </span>
    <Times source={source} />
  </li>
);

/** The number of working sources that are shown before "Show more". */
const SHOWN = 5;

/** Every source, the worst first. */
function Sources({ sources }: { sources: readonly SourceHealth[] }) {
  const bad = sources.filter(isBad).length;
  const [shown, more] = useShowMore(sources, bad + SHOWN);
  return (
    <Card title="Data providers" aside={plural(sources.length, "data provider")}>
      <ul className={css.list}>
        {shown.map((source) => (
          <Source key={source.id} source={source} />
        ))}
      </ul>
      {more ? <div className={css.more}>{more}</div> : null}
    </Card>
  );
}

function Filled({ health, ...actions }: IssueActions & { health: DataHealth }) {
  const { jobs, storage } = health;
  return (
    <>
      <Issues health={health} {...actions} />
      <Reconciliation onAddToken={actions.onAddToken} />
      <Sources sources={worstFirst(health.sources)} />
      <Card title="Jobs and storage">
        <dl className={css.facts}>
          <div>
            <dt>Queued</dt>
            <dd>{count(jobs.waiting)}</dd>
          </div>
          <div>
            <dt>Running</dt>
            <dd>{count(jobs.running)}</dd>
          </div>
          <div>
            <dt>Will retry</dt>
            <dd>{count(jobs.failed)}</dd>
          </div>
          <div>
            <dt>Failed</dt>
            <dd>{count(jobs.dead)}</dd>
          </div>
          <div>
            <dt>Storage</dt>
            <dd>
              {storage.kind === "sqlite" ? "SQLite" : "Postgres"}, {storage.ok ? "working" : "not answering"}
            </dd>
          </div>
        </dl>
      </Card>
    </>
  );
}

/** Data health: the issues of the figures, the state of every data provider, and what to do. */
export function Health(actions: IssueActions) {
  const { data, error, refetch } = useDataHealth();
  // Loaded at the same time, so that the cards below it do not move.
  usePrefetchQuery(reconciliationOptions());
  return (
    <div className={css.page}>
      <PageHeader
        title="Data health"
        hint={HINT}
        subtitle={data ? providerSummary(data.sources) : <Skeleton width={160} height={14} />}
      />
      {data ? <Filled health={data} {...actions} /> : null}
      {!data && !error ? (
        <Card title="Your figures">
          <div className={css.skeletons} aria-busy="true">
            {[0, 1, 2, 3].map((i) => (
              <Skeleton key={i} width="100%" height={34} />
            ))}
          </div>
        </Card>
      ) : null}
      {error && !data ? (
        <Card title="Data providers">
          <FailureNote title="Couldn't load data health" failure={error} onRetry={() => void refetch()} />
        </Card>
      ) : null}
    </div>
  );
}
