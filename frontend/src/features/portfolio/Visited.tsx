import { useEffect } from "react";
import { moment } from "../../format/time";
import { Card } from "../../ui/Card";
import { FailureNote, InlineFailure } from "../../ui/Note";
import { HomeParts } from "./HomeParts";
import { HomeSkeleton } from "./HomeSkeleton";
import { isOver, type Portfolio, usePortfolio } from "./queries";
import { VisitedWallets } from "./VisitedWallets";
import css from "./visited.module.css";

/** The server does not answer, and what is shown is from before. */
const Old = ({ portfolio, problem }: { portfolio: Portfolio; problem: Error }) => (
  <div className={css.old}>
    <InlineFailure>
      {problem.message} {portfolio.as_of ? `These figures were read on ${moment(portfolio.as_of)}.` : null}
    </InlineFailure>
  </div>
);

interface VisitedProps {
  /** The token of the look. */
  viewer: string;
  /** The look is over: another one is wanted. */
  onOver: () => void;
  /** Figures are there for the first time. */
  onShown: () => void;
}

/** Home as a visitor sees it: every figure and its reasons, and nothing that could be changed. */
export function Visited({ viewer, onOver, onShown }: VisitedProps) {
  const { data, error, refetch } = usePortfolio(viewer);
  const over = isOver(error);
  const shown = data !== undefined;
  useEffect(() => {
    if (over) onOver();
  }, [over, onOver]);
  useEffect(() => {
    if (shown) onShown();
  }, [shown, onShown]);
  if (data)
    return (
      <>
        {error && !over ? <Old portfolio={data} problem={error} /> : null}
        <HomeParts portfolio={data} viewer={viewer} aside={<VisitedWallets portfolio={data} />} steps={null} />
      </>
    );
  if (!error || over) return <HomeSkeleton aside="Wallets" />;
  return (
    <Card title="Net worth">
      <FailureNote level={1} title="The portfolio could not be read" failure={error} onRetry={() => void refetch()} />
    </Card>
  );
}
