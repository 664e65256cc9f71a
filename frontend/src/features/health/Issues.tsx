import { type ReactNode, useState } from "react";
import { count, plural } from "../../format/text";
import { withDates } from "../../format/time";
import { useReadAgain } from "../../queries/readAgain";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { EmptyState } from "../../ui/Note";
import { RadioGroup } from "../../ui/RadioGroup";
import { Ago, Clock, Until } from "../../ui/Time";
import { type ToastText, useToast } from "../../ui/toasts";
import { useShowMore } from "../../ui/useShowMore";
import css from "./health.module.css";
import { type Kind, keyOf, kindOf, kinds, kindsOf, sentence, titleOf } from "./issues";
import { useHideAsset, useShowAsset } from "./mutations";
import type { DataHealth, HealthIssue } from "./types";

/** The number of rows shown before "Show more". */
const SHOWN = 10;

/** The actions of issues that other features provide. */
export interface IssueActions {
  onSetPrice: (asset: string, title: string) => void;
  onFixWallet: (address: string, unsupported: string | null) => void;
  onAddToken: (chain: string | null) => void;
  /** Renders the action that accepts the decimals of a token list for an asset. */
  decimalsAction: (asset: string) => ReactNode;
}

/** The action of an issue. */
function IssueAction({
  issue,
  onSetPrice,
  onFixWallet,
  onAddToken,
  decimalsAction,
}: IssueActions & { issue: HealthIssue }) {
  const read = useReadAgain();
  const hide = useHideAsset();
  const show = useShowAsset();
  const toast = useToast();
  const { asset, wallet_address } = issue;
  const title = titleOf(issue);
  // The row is unmounted before its mutation settles, so the toast is shown from the promise.
  const follow = (call: Promise<unknown>, success?: ToastText) =>
    void call.then(
      () => (success ? toast(success) : undefined),
      (problem: Error) => toast({ text: problem.message, bad: true }),
    );
  const again = () => follow(read.mutateAsync(issue), { text: "Refreshing" });
  const hideIt = (id: string) =>
    follow(hide.mutateAsync(id), { text: `${title} hidden`, undo: () => follow(show.mutateAsync(id)) });
  const hideButton = asset ? (
    <Button tone="link" small aria-label={`Hide ${title}`} busy={hide.isPending} onClick={() => hideIt(asset)}>
      Hide
    </Button>
  ) : null;
  switch (issue.remedy) {
    case "refresh":
      return (
        <Button small icon="refresh" aria-label={`Refresh: ${title}`} busy={read.isPending} onClick={again}>
          {" "}
          Refresh{" "}
        </Button>
      );
    case "set_price":
      return asset ? (
        <>
          <Button small icon="tag" aria-label={`Set a price for ${title}`} onClick={() => onSetPrice(asset, title)}>
            Set a price
          </Button>
          {hideButton}
        </>
      ) : null;
    case "hide_asset":
      return hideButton;
    case "fix_wallet":
      return wallet_address ? (
        <Button
          small
          icon="pen"
          aria-label={`Fix now: ${title}`}
          onClick={() => onFixWallet(wallet_address, issue.reason_code === "not_supported_yet" ? issue.cause : null)}
        >
          Fix now
        </Button>
      ) : null;
    case "accept_decimals":
      return asset ? (
        <>
          {decimalsAction(asset)}
          {hideButton}
        </>
      ) : null;
    case "add_token":
      return (
        <Button small icon="plus" aria-label={`Add a token: ${title}`} onClick={() => onAddToken(issue.chain)}>
          Add a token
        </Button>
      );
    case "wait":
      return null;
  }
}

const Row = ({ issue, ...actions }: IssueActions & { issue: HealthIssue }) => (
  <li>
    <span className={css.two}>
      {titleOf(issue)}
      <small>{issue.affects}</small>
    </span>
    <span className={css.state} data-severity={issue.severity}>
      <Icon name={issue.kind === "partial" ? "clock" : "alert"} size={14} />
      {kinds[kindOf(issue)]}
    </span>
    <span className={css.why}>
      {withDates(sentence(issue.cause))}
      <small>
        {issue.fix}
        {issue.last_good ? (
          <>
            {" Last answer "}
            <Ago at={issue.last_good} />.
          </>
        ) : null}
        {issue.retry_at ? (
          <>
            {" Retries "}
            <Until at={issue.retry_at} />.
          </>
        ) : null}
      </small>
    </span>
    <span className={css.action}>
      <IssueAction issue={issue} {...actions} />
    </span>
  </li>
);

interface IssuesProps extends IssueActions {
  health: DataHealth;
}

/** The issues of the figures, the worst first, each with its cause and its action. */
export function Issues({ health, ...actions }: IssuesProps) {
  const { issues, issue_counts, as_of } = health;
  const [only, setOnly] = useState<Kind | null>(null);
  const total = issue_counts.bad + issue_counts.warn;
  const each = kindsOf(issues);
  const alone = each.find(([kind]) => kind === only)?.[0] ?? null;
  const chosen = alone ? issues.filter((issue) => kindOf(issue) === alone) : issues;
  const [shown, more] = useShowMore(chosen, SHOWN);
  if (issues.length === 0)
    return (
      <Card title="Your figures">
        <EmptyState icon="whale" title="Everything is fine">
          Nothing is missing from your totals, as of <Clock at={as_of} />.
        </EmptyState>
      </Card>
    );
  return (
    <Card title="Needs attention" aside={plural(total, "issue")}>
      {each.length > 1 ? (
        <RadioGroup
          all={issues.length}
          kinds={each.map(([key, many]) => ({ key, label: kinds[key], rows: many }))}
          chosen={alone}
          onChoose={setOnly}
          className={css.kinds}
        />
      ) : null}
      <ul className={css.list} aria-label="Needs attention">
        {shown.map((issue) => (
          <Row key={keyOf(issue)} issue={issue} {...actions} />
        ))}
      </ul>
      {more || total > issues.length ? (
        <div className={css.more}>
          {more}
          {total > issues.length ? (
            <span>
              Showing {count(issues.length)} of {count(total)}, most important first.
            </span>
          ) : null}
        </div>
      ) : null}
    </Card>
  );
}
