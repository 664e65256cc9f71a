import { type ReactNode, Suspense, useState } from "react";
import { Link } from "react-router";
import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { lazyPart } from "../../ui/lazyPart";
import { FailureNote } from "../../ui/Note";
import { SegmentedControl } from "../../ui/SegmentedControl";
import { Select } from "../../ui/Select";
import { useMedia } from "../../ui/useMedia";
import css from "./assetValueCard.module.css";
import type { CardChartProps } from "./CardChart";
import { chooseInCard, useCardChoices } from "./cardChoices";
import { CARD_SPANS } from "./cardSeries";
import { useValueGraph, type ValueChoice } from "./queries";
import type { PeriodGroup, VisitorToken } from "./types";
import { isStillLoading, ValueLoading } from "./ValueLoading";

const CardChart = lazyPart(() => import("./CardChart"), "CardChart");

const GROUPS: readonly { key: PeriodGroup; label: string }[] = [
  { key: "day", label: "By day" },
  { key: "month", label: "By month" },
  { key: "year", label: "By year" },
];
const PHONE = "(max-width: 640px)";

/** What stands in place of the chart while there is too little to draw. */
function NoChart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={css.none}>
      <b>{title}</b>
      <p>{children}</p>
    </div>
  );
}

/** The height of the plot on a page that has more to say; undefined for the usual one. */
const heightOf = (isSmall: boolean, isPhone: boolean): number | undefined =>
  isSmall ? (isPhone ? 160 : 170) : isPhone ? 180 : undefined;

/** The chart, or why there is none yet. */
function Body({ graph, ...rest }: CardChartProps) {
  const { days } = graph.asset_value_data;
  if (isStillLoading(graph)) return <ValueLoading isSlow isCompact />;
  if (days.length === 0)
    return <NoChart title="No transactions yet">The value over time starts with the first transaction.</NoChart>;
  if (days.length === 1)
    return <NoChart title="Value is known since today">From tomorrow on this chart shows how it changes.</NoChart>;
  return (
    <Suspense fallback={<ValueLoading isSlow={false} isCompact />}>
      <CardChart graph={graph} {...rest} />
    </Suspense>
  );
}

interface AssetValueCardProps extends ValueChoice {
  /** The token of a share session; null on the person's own page. */
  visitor: VisitorToken;
  /** The path of the page Asset value. */
  path: string;
  /** Set if the card stands on the page of a wallet, where it is lower and its title says no more. */
  isSmall?: boolean;
}

/** The value over time on Home or of a wallet: all of it as one area, with its cost. */
export function AssetValueCard({ visitor, path, isSmall = false, ...choice }: AssetValueCardProps) {
  const [group, setGroup] = useState<PeriodGroup>("day");
  const { span } = useCardChoices();
  const isPhone = useMedia(PHONE);
  const { data, error, isPlaceholderData, refetch } = useValueGraph(group, visitor, choice);
  const spans = (
    <SegmentedControl
      label="Time span"
      options={CARD_SPANS}
      chosen={span}
      onChoose={(chosen) => chooseInCard({ span: chosen })}
    />
  );
  return (
    <Card
      className={css.card}
      title={
        isSmall ? (
          "Value over time"
        ) : (
          <>
            Asset Value <small className={css.subtitle}>Analyze your portfolio value over time</small>
          </>
        )
      }
      aside={
        <div className={css.controls}>
          {isPhone ? null : spans}
          <Select label="Periods" options={GROUPS} chosen={group} onChoose={setGroup} />
          <Link to={path} className={css.open} aria-label="Open Asset value" title="Open Asset value">
            <Icon name="out" size={16} />
          </Link>
        </div>
      }
    >
      <div className={css.body} data-small={isSmall || undefined} data-stale={isPlaceholderData || undefined}>
        {error && !data ? (
          <FailureNote title="Couldn't load your asset value" failure={error} onRetry={() => void refetch()} />
        ) : data ? (
          <Body
            graph={data}
            height={heightOf(isSmall, isPhone)}
            visitor={choice.wallets.length > 0 ? undefined : visitor}
          />
        ) : (
          <ValueLoading isSlow={false} isCompact />
        )}
      </div>
      {isPhone ? <div className={css.spans}>{spans}</div> : null}
    </Card>
  );
}
