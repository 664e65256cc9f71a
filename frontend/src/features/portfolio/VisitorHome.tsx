import { useEffect } from "react";
import { Card } from "../../ui/Card";
import { FailureNote } from "../../ui/Note";
import { type CardsOf, HomeParts } from "./HomeParts";
import { HomeSkeleton } from "./HomeSkeleton";
import { isSessionOver } from "./queries";
import { StaleNotice } from "./StaleNotice";
import { useShownPortfolio } from "./useShownPortfolio";
import { VisitorWallets } from "./VisitorWallets";

interface VisitorHomeProps {
  /** The token of the share session. */
  visitorToken: string;
  /** The cards of other features; none where no history is kept. */
  cardsOf?: CardsOf | undefined;
  /** Called when the share session has expired and must be renewed. */
  onOver: () => void;
  /** Called when the figures are first shown. */
  onShown: () => void;
}

/** The view-only Home of a visitor. */
export function VisitorHome({ visitorToken, cardsOf, onOver, onShown }: VisitorHomeProps) {
  const { data, error, refetch } = useShownPortfolio(visitorToken);
  const over = isSessionOver(error);
  const shown = data !== undefined;
  useEffect(() => {
    if (isSessionOver(error)) onOver();
  }, [error, onOver]);
  useEffect(() => {
    if (shown) onShown();
  }, [shown, onShown]);
  if (data)
    return (
      <>
        {error && !over ? <StaleNotice portfolio={data} problem={error} onRetry={() => void refetch()} /> : null}
        <HomeParts
          portfolio={data}
          visitorToken={visitorToken}
          cardsOf={cardsOf}
          foot={<VisitorWallets portfolio={data} />}
          actions={null}
        />
      </>
    );
  if (!error || over) return <HomeSkeleton hasValue={cardsOf !== undefined} />;
  return (
    <Card title="Net worth">
      <FailureNote level={1} title="Couldn't load your portfolio" failure={error} onRetry={() => void refetch()} />
    </Card>
  );
}
