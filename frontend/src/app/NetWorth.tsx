import { Link } from "react-router";
import { basisWords, coveredWords, reasonWords } from "../features/portfolio/dayChange";
import { portfolioState } from "../features/portfolio/portfolioState";
import { useDayChange } from "../features/portfolio/queries";
import type { Portfolio } from "../features/portfolio/types";
import { useShownPortfolio } from "../features/portfolio/useShownPortfolio";
import { useAmountText } from "../format/amounts";
import { coverageWords } from "../format/coverage";
import { tone } from "../format/money";
import { percentChange } from "../format/quantity";
import { CoverageRing } from "../ui/Meter";
import css from "./netWorth.module.css";

/** The change since a day ago, or why it is not known. */
function Day({ portfolio }: { portfolio: Portfolio }) {
  const { data, isError } = useDayChange(undefined, portfolio);
  const text = useAmountText();
  if (isError || !data) return <span>{isError ? "24h change not known" : ""}</span>;
  if (data.change === null) return <span title={reasonWords(data.reason)}>24h change not known</span>;
  const covered = coveredWords(data, text);
  return (
    <span title={[basisWords(data), covered].filter(Boolean).join(", ")}>
      <b data-tone={tone(data.change)}>
        {text.change(data.change, data.currency_code)}
        {data.change_percent === null ? "" : ` ${percentChange(data.change_percent)}`}
      </b>{" "}
      24h{covered ? ", partial" : ""}
    </span>
  );
}

function Worth({ portfolio }: { portfolio: Portfolio }) {
  const { total, coverage, currency_code } = portfolio;
  const text = useAmountText();
  const all = coverage.priced + coverage.unpriced.length;
  const words = coverageWords(coverage).join(" · ");
  if (total === null || portfolioState(portfolio) !== "known") return null;
  return (
    <strong>
      {text.money(total, currency_code)}
      {coverage.complete ? null : (
        <span className={css.partial} title={words}>
          <CoverageRing part={all === 0 ? 0 : coverage.priced / all} />
          <span className="vh">, {words}</span>
        </span>
      )}
    </strong>
  );
}

const states = {
  noWallets: "No wallets yet",
  reading: "Reading…",
  unknown: "Net worth not known",
  empty: "No assets found",
} as const;

/** The net worth and its change since a day ago, in the top bar of every page but Home. It links to Home. */
export function NetWorth() {
  const { data: portfolio, error } = useShownPortfolio();
  if (!portfolio) return error ? <span className={css.worth}>Net worth not known</span> : null;
  const state = portfolioState(portfolio);
  const isKnown = state === "known" && portfolio.total !== null;
  return (
    <Link to="/home" className={css.worth}>
      {isKnown ? <span className="vh">Net worth </span> : null}
      {isKnown ? (
        <Worth portfolio={portfolio} />
      ) : (
        <strong>{state === "known" ? states.unknown : states[state]}</strong>
      )}
      {isKnown ? <Day portfolio={portfolio} /> : null}
    </Link>
  );
}
