import { Link } from "react-router";
import { coverageWords } from "../../format/coverage";
import { Card } from "../../ui/Card";
import { Money } from "../../ui/Money";
import { FailureNote } from "../../ui/Note";
import { Skeleton } from "../../ui/Skeleton";
import css from "./balanceSummary.module.css";
import { useDefiSheet } from "./queries";
import type { DefiSheet, VisitorToken } from "./types";
import { BORROWED, noneWord } from "./view";

/** The net worth that is explained. */
interface NetWorth {
  total: string | null;
  figures: Readonly<Record<string, string>>;
  coverage: Parameters<typeof coverageWords>[0] & { complete: boolean };
}

interface BalanceSummaryProps {
  visitor: VisitorToken;
  wallets: readonly string[];
  portfolio: NetWorth;
  /** The path of the page DeFi. */
  path: string;
}

/** The word for a row without a sum: nothing of it has a value, or there is none. */
function missing(sheet: DefiSheet, key: "wallets" | "exchanges" | "credit" | "debt"): string {
  if (key === "wallets" || key === "exchanges") return "none";
  const isHeld = sheet.types.some(({ id }) => (id === BORROWED) === (key === "debt"));
  return isHeld ? "not known" : noneWord(sheet);
}

/** How wallets, exchanges and positions add up to the net worth. */
export function BalanceSummary({ visitor, wallets, portfolio, path }: BalanceSummaryProps) {
  const { data, error, refetch } = useDefiSheet(visitor, wallets);
  if (error && !data)
    return (
      <Card title="How it adds up">
        <FailureNote title="Couldn't add it up" failure={error} onRetry={() => void refetch()} />
      </Card>
    );
  const rows = [
    // A visitor has no pages of wallets and exchanges.
    { name: "Wallets", key: "wallets", to: visitor === null ? "/wallets" : null },
    { name: "Exchanges", key: "exchanges", to: visitor === null ? "/exchanges" : null },
    { name: "DeFi credit", key: "credit", to: path },
    { name: "DeFi debt", key: "debt", to: path },
  ] as const;
  return (
    <Card title="How it adds up">
      {data ? (
        <dl className={css.rows}>
          {rows.map(({ name, key, to }) => {
            const amount = data.sheet[key];
            return (
              <div key={key}>
                <dt>{to ? <Link to={to}>{name}</Link> : name}</dt>
                <dd>
                  {amount === null ? (
                    <span className={css.none}>{missing(data.sheet, key)}</span>
                  ) : (
                    <Money
                      amount={amount}
                      currency={data.currency_code}
                      figure={data.figures[`/sheet/${key}`]}
                      label={name}
                    />
                  )}
                </dd>
              </div>
            );
          })}
          <div className={css.total}>
            <dt>Net worth</dt>
            <dd>
              {portfolio.total !== null ? (
                <Money
                  amount={portfolio.total}
                  currency={data.currency_code}
                  figure={portfolio.figures["/total"]}
                  label="Net worth"
                />
              ) : (
                <span className={css.none}>not known</span>
              )}
            </dd>
          </div>
        </dl>
      ) : (
        <div className={css.bones} aria-busy="true">
          {[0, 1, 2, 3, 4].map((i) => (
            <Skeleton key={i} width="100%" height={24} />
          ))}
        </div>
      )}
      {portfolio.coverage.complete ? null : (
        <p className={css.foot}>Something is not counted: {coverageWords(portfolio.coverage).join(", ")}.</p>
      )}
    </Card>
  );
}
