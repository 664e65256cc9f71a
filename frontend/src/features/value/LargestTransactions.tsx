import { Link } from "react-router";
import { useAmountText } from "../../format/amounts";
import { Avatar } from "../../ui/Avatar";
import { Button } from "../../ui/Button";
import { Skeleton } from "../../ui/Skeleton";
import css from "./largestTransactions.module.css";
import { type PeriodBounds, useLargestTransactions } from "./queries";
import { mainLeg, partiesText } from "./transactionText";
import type { ValueTransaction, VisitorToken } from "./types";

interface LargestTransactionsProps {
  /** The bounds of the period; unknown while they are loading. */
  bounds: PeriodBounds | undefined;
  /** Why the bounds are not known. */
  failure: Error | null;
  onRetry: () => void;
  chains: readonly string[];
  visitor: VisitorToken;
  historyPath: (query: URLSearchParams) => string;
}

/** What moved, between whom, and what it was worth then. It opens the entry in Transaction history. */
function TransactionLine({ row, currency, path }: { row: ValueTransaction; currency: string; path: string }) {
  const text = useAmountText();
  const leg = mainLeg(row);
  const { value_then: value, value_then_reason: reason } = row;
  return (
    <li>
      <Avatar name={leg?.symbol ?? row.kind_name} colour="var(--c8)" mark={leg?.mark ?? null} size={28} />
      <Link to={path} className={css.what}>
        <b title={leg?.amount ? `${text.raw(leg.amount)} ${leg.name}` : undefined}>
          {leg ? (
            <>
              {leg.amount === null ? "" : `${text.shortQuantity(leg.amount)} `}
              <bdi>{leg.symbol}</bdi>
            </>
          ) : (
            row.kind_name
          )}
        </b>
        <small>
          <bdi>{partiesText(row)}</bdi>
        </small>
      </Link>
      <span className={css.value}>
        <b title={reason?.text} data-unknown={value === null || undefined}>
          {value === null ? "No price" : text.money(value, currency)}
        </b>
        {row.own_transfer ? <small>Own transfer</small> : null}
      </span>
    </li>
  );
}

const Placeholders = () =>
  ["a", "b", "c"].map((key) => (
    <li key={key}>
      <Skeleton width={28} height={28} round />
      <span className={css.what}>
        <Skeleton width={96} height={12} />
        <Skeleton width={132} height={11} />
      </span>
      <Skeleton width={64} height={12} />
    </li>
  ));

/** The transactions of a period that moved most. */
export function LargestTransactions({
  bounds,
  failure,
  onRetry,
  chains,
  visitor,
  historyPath,
}: LargestTransactionsProps) {
  const { data, error, refetch } = useLargestTransactions(bounds, chains, visitor);
  const problem = failure ?? error;
  const rows = data?.results ?? [];
  return (
    <section className={css.largest} aria-label="Largest Transactions" aria-busy={(!data && !problem) || undefined}>
      <h3>Largest Transactions {data ? <span>{rows.length}</span> : null}</h3>
      {problem ? (
        <p className={css.none} role="alert">
          Couldn't load the transactions. {problem.message}{" "}
          <Button tone="link" small onClick={() => (failure ? onRetry() : void refetch())}>
            Try again
          </Button>
        </p>
      ) : data && rows.length === 0 ? (
        <p className={css.none}>No transactions in this period.</p>
      ) : (
        <ul>
          {data ? (
            rows.map((row) => (
              <TransactionLine
                key={row.entry}
                row={row}
                currency={data.currency_code}
                path={historyPath(new URLSearchParams({ entry: row.entry }))}
              />
            ))
          ) : (
            <Placeholders />
          )}
        </ul>
      )}
    </section>
  );
}
