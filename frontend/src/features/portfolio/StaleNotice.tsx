import { moment } from "../../format/time";
import { Button } from "../../ui/Button";
import { InlineFailure } from "../../ui/Note";
import type { Portfolio } from "./types";
import css from "./visitorHome.module.css";

interface StaleNoticeProps {
  portfolio: Portfolio;
  problem: Error;
  onRetry: () => void;
}

/** Says that the figures shown are out of date, because newer ones failed to load. */
export const StaleNotice = ({ portfolio, problem, onRetry }: StaleNoticeProps) => (
  <div className={css.stale}>
    <InlineFailure>
      {problem.message} {portfolio.as_of ? `These figures are from ${moment(portfolio.as_of)}.` : null}{" "}
      <Button tone="link" small onClick={onRetry}>
        Try again
      </Button>
    </InlineFailure>
  </div>
);
