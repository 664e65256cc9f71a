import { type ReactNode, useCallback, useState } from "react";
import { useSearchParams } from "react-router";
import { count, plural } from "../../format/text";
import { useInsights } from "../../queries/insights";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { FailureNote } from "../../ui/Note";
import { PageHeader } from "../../ui/PageHeader";
import { Select } from "../../ui/Select";
import { Ago } from "../../ui/Time";
import { useToast } from "../../ui/toasts";
import { InsightCard } from "./InsightCard";
import { Loading, NoneFits, NotEvaluated, Nothing, PutAway, Teaser } from "./InsightStates";
import css from "./insights.module.css";
import { type InsightDecision, useDecide } from "./mutations";
import { ThresholdsDialog } from "./ThresholdsDialog";
import type { Insights as Data, InsightName, VisitorToken } from "./types";
import { countIn, type DataPage, type InsightView, queryOf, RISKS, SORTS, shownInsights, TABS, viewOf } from "./view";

/** The view in the URL. Choosing a tab resets the risk. */
function useInsightView(): [InsightView, (change: Partial<InsightView>) => void] {
  const [params, setParams] = useSearchParams();
  const onView = useCallback(
    (change: Partial<InsightView>) =>
      setParams(
        (old) => {
          const next = new URLSearchParams(old);
          const view = { ...viewOf(old), ...(change.tab ? { risk: "0" as const } : {}), ...change };
          for (const [name, value] of Object.entries(queryOf(view)))
            value === null ? next.delete(name) : next.set(name, value);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  return [viewOf(params), onView];
}

const noticeOf = (decision: InsightDecision): string => {
  if (decision === "dismiss") return "Dismissed";
  if (decision === "restore") return "Listed again";
  return `Snoozed for ${decision.days} days`;
};

/** Sends what a person decides, with the way back. */
function useDecision() {
  const toast = useToast();
  const { mutate } = useDecide();
  return useCallback(
    ({ rule, subject }: InsightName, decision: InsightDecision) => {
      const of = { rule, subject };
      const onError = ({ message }: Error) => toast({ text: message, bad: true });
      const undo = () => mutate({ of, decision: "restore" }, { onError });
      mutate(
        { of, decision },
        {
          onError,
          onSuccess: () => toast({ text: noticeOf(decision), ...(decision === "restore" ? {} : { undo }) }),
        },
      );
    },
    [mutate, toast],
  );
}

interface ControlsProps {
  data: Data;
  view: InsightView;
  onView: (change: Partial<InsightView>) => void;
}

/** The tabs with their counts. */
const Tabs = ({ data, view, onView }: ControlsProps) => (
  <fieldset className={css.scrollTabs} aria-label="Type">
    {TABS.map(({ key, label }) => (
      <button key={key} type="button" aria-pressed={view.tab === key} onClick={() => onView({ tab: key })}>
        {label} <span>{count(countIn(data, key))}</span>
      </button>
    ))}
  </fieldset>
);

/** What was evaluated and when, with the choices. */
function Week({ data, view, onView }: ControlsProps) {
  const { checked, evaluated_on, minor, unconfirmed, rules } = data;
  const off = rules.filter(({ enabled }) => !enabled).length;
  return (
    <div className={css.week}>
      <h2>This week</h2>
      <p>
        {plural(checked, "rule")} checked <Ago at={evaluated_on} />
        {minor > 0 ? ` · ${minor} more about little money` : ""}
        {off > 0 ? ` · ${off} turned off` : ""}
        {unconfirmed > 0 ? ` · ${unconfirmed} to be confirmed` : ""}
      </p>
      <div className={css.choices}>
        <Select label="Risk" options={RISKS} chosen={view.risk} onChoose={(risk) => onView({ risk })} />
        <Select label="Order" options={SORTS} chosen={view.sort} onChoose={(sort) => onView({ sort })} />
      </div>
    </div>
  );
}

interface InsightsProps {
  /** The token of a share session; null on the person's own page. */
  visitor: VisitorToken;
  /** The actions of the page; null for visitors. */
  actions: ReactNode;
  /** Opens the dialog that adds a wallet; null for visitors. */
  onAdd: (() => void) | null;
  /** Opens the upgrade dialog; null for visitors. */
  onUpgrade: (() => void) | null;
  /** The path of the page with the data of an insight. */
  pathOf: (page: DataPage) => string;
}

interface CardsProps extends ControlsProps, Pick<InsightsProps, "visitor" | "onAdd" | "onUpgrade" | "pathOf"> {}

/** The insights of a view, and those that are not listed. */
function Cards({ data, view, onView, visitor, onAdd, onUpgrade, pathOf }: CardsProps) {
  const decide = useDecision();
  const shown = shownInsights(data, view);
  const isEmpty = data.insights.length === 0;
  return (
    <>
      {isEmpty ? <Nothing onAdd={onAdd} /> : null}
      {!isEmpty && shown.length === 0 ? <NoneFits onAll={() => onView({ tab: "all" })} /> : null}
      <div className={css.cards}>
        {shown.map((one) => (
          <InsightCard
            key={one.insight.rule + one.insight.subject}
            shown={one}
            insights={data}
            pathOf={pathOf}
            onDecide={visitor === null ? (decision) => decide(one.insight, decision) : null}
          />
        ))}
        {data.beyond_plan > 0 && onUpgrade ? <Teaser more={data.beyond_plan} onUpgrade={onUpgrade} /> : null}
        {visitor === null ? <PutAway insights={data} onRestore={(of) => decide(of, "restore")} /> : null}
      </div>
    </>
  );
}

/** The page of insights: what rules find, each with its arithmetic. */
export function Insights({ visitor, actions, onAdd, onUpgrade, pathOf }: InsightsProps) {
  const { data, error, refetch } = useInsights(visitor);
  const [view, onView] = useInsightView();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <PageHeader
        title="Insights"
        subtitle="Automated and personalized financial intelligence"
        actions={
          visitor === null ? (
            <>
              <Button small icon="pen" disabled={!data} aria-haspopup="dialog" onClick={() => setOpen(true)}>
                Thresholds
              </Button>
              {actions}
            </>
          ) : null
        }
        plain={visitor !== null}
      />
      <div className={css.page}>
        {error && !data ? (
          <Card title="Insights">
            <FailureNote title="Couldn't evaluate your insights" failure={error} onRetry={() => void refetch()} />
          </Card>
        ) : null}
        {!error && !data ? <Loading /> : null}
        {data && isOpen ? <ThresholdsDialog insights={data} onClose={() => setOpen(false)} /> : null}
        {data ? (
          <>
            <Tabs data={data} view={view} onView={onView} />
            <Week data={data} view={view} onView={onView} />
            <NotEvaluated insights={data} />
            <Cards data={data} view={view} onView={onView} {...{ visitor, onAdd, onUpgrade, pathOf }} />
          </>
        ) : null}
      </div>
    </>
  );
}
