import { Link } from "react-router";
import { useAmountText } from "../../format/amounts";
import { plural } from "../../format/text";
import { date } from "../../format/time";
import { Avatar } from "../../ui/Avatar";
import { Card } from "../../ui/Card";
import { FailureNote } from "../../ui/Note";
import { useShowMore } from "../../ui/useShowMore";
import css from "./openCosts.module.css";
import { useOpenCosts } from "./queries";
import type { OpenCost, OpenCosts } from "./types";

/** How many rows of each kind are shown first. */
const FIRST = 4;

interface RowsProps {
  costs: readonly OpenCost[];
  count: number;
  currency: string;
  /** The address of an entry. */
  entryPath: (entry: string) => string;
}

/** The entries of one kind, the first few of them until more are wanted. */
function Rows({ costs, count, currency, entryPath }: RowsProps) {
  const [shown, more] = useShowMore(costs, FIRST);
  const texts = useAmountText();
  return (
    <>
      <ul className={css.rows}>
        {shown.map(({ entry, asset, timestamp, chain_name, symbol, mark, amount, assumed_cost, reason }) => (
          <li key={entry + asset}>
            <Avatar name={symbol} colour="var(--c8)" mark={mark} />
            <p>
              <b>
                {texts.quantity(amount)} {symbol}
              </b>
              <small>
                {date(timestamp)} · {chain_name}
              </small>
            </p>
            <span className={css.cost}>
              {assumed_cost === null ? (reason?.text ?? "Not known") : texts.money(assumed_cost, currency)}
            </span>
            <Link to={entryPath(entry)} aria-label={`Enter cost of ${symbol}, ${date(timestamp)}`}>
              Enter cost
            </Link>
          </li>
        ))}
      </ul>
      {more}
      {count > costs.length ? (
        <p className={css.rest}>{plural(count - costs.length, "other is", "others are")} not listed.</p>
      ) : null}
    </>
  );
}

const isNothing = ({ missing_count, assumed_count, awaited_count }: OpenCosts): boolean =>
  missing_count + assumed_count + awaited_count === 0;

/** The card with the costs that are missing or assumed, each with the entry at which it is entered. Left out where there are none. */
export function OpenCostsCard({ entryPath }: Pick<RowsProps, "entryPath">) {
  const { data, error, refetch } = useOpenCosts();
  const texts = useAmountText();
  const title = "Missing and assumed costs";
  if (error && !data)
    return (
      <Card title={title}>
        <FailureNote title="Couldn't load missing costs" failure={error} onRetry={() => void refetch()} />
      </Card>
    );
  if (!data || isNothing(data)) return null;
  const { missing, missing_count, awaited_count, assumed, assumed_count, assumed_cost, currency_code } = data;
  const rows = { currency: currency_code, entryPath };
  return (
    <Card title={title}>
      <div className={css.kinds}>
        {missing_count > 0 ? (
          <section aria-label="Missing costs">
            <h3>{plural(missing_count, "missing cost")}</h3>
            <p className={css.about}>
              Gains of these are not known. Add the wallet that an amount came from, or enter what it cost.
            </p>
            <Rows {...rows} costs={missing} count={missing_count} />
          </section>
        ) : null}
        {assumed_count > 0 ? (
          <section aria-label="Assumed costs">
            <h3>
              {plural(assumed_count, "assumed cost")}, {texts.money(assumed_cost.value, currency_code)}
            </h3>
            <p className={css.about}>
              These arrived from elsewhere and count at what they were worth then. Enter what they cost where you know
              it.
            </p>
            <Rows {...rows} costs={assumed} count={assumed_count} />
          </section>
        ) : null}
      </div>
      {awaited_count > 0 ? (
        <p className={css.awaited}>
          {plural(awaited_count, "amount waits", "amounts wait")} for a price, and{" "}
          {awaited_count === 1 ? "needs" : "need"} nothing.
        </p>
      ) : null}
    </Card>
  );
}
