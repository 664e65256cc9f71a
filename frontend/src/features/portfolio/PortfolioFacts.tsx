import { Link } from "react-router";
import { count } from "../../format/text";
import { Card } from "../../ui/Card";
import { HeadlineMoney } from "../../ui/Money";
import { FailureNote } from "../../ui/Note";
import { Skeleton } from "../../ui/Skeleton";
import { type Stat, StatCards } from "../../ui/StatCards";
import { FigureSkeleton, NOT_KNOWN, useChangeStat } from "./changeStat";
import css from "./portfolioFacts.module.css";
import { portfolioState } from "./portfolioState";
import type { Portfolio } from "./types";
import { useShownPortfolio } from "./useShownPortfolio";
import { partlyReadWords, walletWords } from "./walletCounts";

const TOTAL = "Total net worth";

const NoteSkeleton = () => <Skeleton width={110} height={12} />;

/** The facts before the portfolio has loaded. */
const SKELETONS: readonly Stat[] = [
  { label: TOTAL, figure: <FigureSkeleton /> },
  ...["24h change", "Wallets", "Holdings"].map((label) => ({
    label,
    figure: <FigureSkeleton />,
    note: <NoteSkeleton />,
  })),
];

function totalStat(portfolio: Portfolio): Stat {
  const { total, currency_code, figures, coverage } = portfolio;
  const state = portfolioState(portfolio);
  if (state === "reading") return { label: TOTAL, figure: <FigureSkeleton />, note: "Being read" };
  if (total === null || state === "unknown")
    return { label: TOTAL, figure: NOT_KNOWN, note: coverage.unconverted?.reason.text };
  const figure = <HeadlineMoney amount={total} currency={currency_code} figure={figures["/total"]} label={TOTAL} />;
  return {
    label: TOTAL,
    figure,
    note: state === "empty" ? "No assets found" : partlyReadWords(portfolio),
    isWarned: state !== "empty",
  };
}

/** What is not priced, and where it is listed. A price that is being requested is not missing. */
function UnpricedNote({ unpriced }: Pick<Portfolio["coverage"], "unpriced">) {
  const requested = unpriced.filter(({ reason }) => reason === "not_requested_yet").length;
  const listed = unpriced.length - requested;
  return (
    <>
      {listed > 0 ? (
        <>
          {count(listed)} listed under{" "}
          <Link to="/home#missing" className={css.link}>
            Not in your total
          </Link>
        </>
      ) : null}
      {listed > 0 && requested > 0 ? ", " : ""}
      {requested > 0 ? `${count(requested)} being priced` : ""}
    </>
  );
}

/** How many holdings have a price. */
function holdingsStat(portfolio: Portfolio): Stat {
  const { priced, unpriced } = portfolio.coverage;
  const all = priced + unpriced.length;
  const label = "Holdings";
  if (all === 0) {
    const state = portfolioState(portfolio);
    if (state === "reading") return { label, figure: <FigureSkeleton />, note: "Being read" };
    return { label, figure: state === "empty" ? "0" : NOT_KNOWN };
  }
  if (unpriced.length === 0) return { label, figure: count(all), note: "All priced" };
  return {
    label,
    figure: `${count(priced)} of ${count(all)} priced`,
    note: <UnpricedNote unpriced={unpriced} />,
  };
}

function Filled({ portfolio }: { portfolio: Portfolio }) {
  const change = useChangeStat(portfolio);
  const wallets = {
    label: "Wallets",
    figure: count(portfolio.wallets.length),
    note: walletWords(portfolio),
  };
  return <StatCards label="Facts" stats={[totalStat(portfolio), change, wallets, holdingsStat(portfolio)]} />;
}

/** The net worth, its change since a day ago, and how many wallets and holdings are in it. Without a wallet there are no facts. */
export function PortfolioFacts() {
  const { data: portfolio, error, refetch } = useShownPortfolio();
  if (!portfolio && error)
    return (
      <Card title={TOTAL}>
        <FailureNote title="Couldn't load your portfolio" failure={error} onRetry={() => void refetch()} />
      </Card>
    );
  if (!portfolio) return <StatCards label="Facts" stats={SKELETONS} />;
  return portfolioState(portfolio) === "noWallets" ? null : <Filled portfolio={portfolio} />;
}
