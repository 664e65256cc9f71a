import { moment } from "../../format/time";
import { Button } from "../../ui/Button";
import { InlineFailure } from "../../ui/Note";
import type { Portfolio } from "./queries";
import css from "./visited.module.css";

interface OldProps {
  portfolio: Portfolio;
  problem: Error;
  onRetry: () => void;
}

/** What is shown is from before: what was asked for since did not come. */
export const Old = ({ portfolio, problem, onRetry }: OldProps) => (
  <div className={css.old}>
    <InlineFailure>
      {problem.message} {portfolio.as_of ? `These figures are from ${moment(portfolio.as_of)}.` : null}{" "}
      <Button tone="link" small onClick={onRetry}>
        Try again
      </Button>
    </InlineFailure>
  </div>
);
