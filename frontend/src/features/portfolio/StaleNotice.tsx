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

/** What is shown is from before: what was asked for since did not come. */
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
