import { Link } from "react-router";
import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { Skeleton } from "../../ui/Skeleton";
import { useShowMore } from "../../ui/useShowMore";
import type { AddsUp } from "./addsUp";
import css from "./addsUp.module.css";
import type { Difference } from "./types";

/** The balances before the button that shows the others. */
const FIRST = 3;

function Differences({ differences }: { differences: readonly Difference[] }) {
  const [shown, more] = useShowMore(differences, FIRST);
  return (
    <>
      <ul className={css.rows}>
        {shown.map(({ account, asset, symbol, chain_name, cause_text }) => (
          <li key={`${account} ${asset}`}>
            <b>
              <bdi>{symbol}</bdi> on {chain_name}
            </b>
            <span>{cause_text}</span>
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

/** The answer in one word. */
function Answer({ state }: Pick<AddsUp, "state">) {
  if (state === "unknown") return null;
  return (
    <span className={css.answer} data-state={state}>
      <Icon name={state === "yes" ? "check" : "alert"} size={15} />
      {state === "yes" ? "Yes" : "No"}
    </span>
  );
}

interface AddsUpCardProps {
  /** Null while it is loading. */
  result: AddsUp | null;
  /** Why it could not be loaded; null if it was, or will be. */
  failure: Error | null;
  /** The path of the entries; null if there are none. */
  path: string | null;
}

/** Whether the entries of a wallet add up to its balances. It is never left out. */
export const AddsUpCard = ({ result, failure, path }: AddsUpCardProps) => (
  <Card title="Does it add up?" aside={result ? <Answer state={result.state} /> : undefined}>
    <div className={css.body} aria-busy={!result && !failure}>
      {!result && failure ? <p>Not known: {failure.message}</p> : null}
      {!result && !failure ? <Skeleton width="90%" height={16} /> : null}
      {result ? (
        <>
          <p>
            {result.words} {result.state === "yes" && path ? <Link to={path}>See the entries</Link> : null}
            {result.state === "no" ? <Link to="/health">See Data health</Link> : null}
          </p>
          {result.differences.length > 0 ? <Differences differences={result.differences} /> : null}
        </>
      ) : null}
    </div>
  </Card>
);
