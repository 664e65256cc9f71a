import { ChangeLine } from "../../ui/ChangeLine";
import { useCardChoices } from "./cardChoices";
import { spanChange } from "./cardSeries";
import { dayName } from "./periods";
import { useValueGraph, type ValueChoice } from "./queries";
import type { VisitorToken } from "./types";

interface SpanChangeLineProps extends ValueChoice {
  /** The token of a share session; null on the person's own page. */
  visitor: VisitorToken;
}

/** The change of the net worth over the span that the chart on Home shows, from the first day on which everything is known. */
export function SpanChangeLine({ visitor, ...choice }: SpanChangeLineProps) {
  const { span } = useCardChoices();
  const { data } = useValueGraph("day", visitor, choice);
  const change = data ? spanChange(data, span) : null;
  if (!data || !change) return null;
  return (
    <ChangeLine
      amount={change.amount}
      currency={data.currency_code}
      percent={change.percent}
      label={`Change since ${dayName(change.since)}`}
    >
      since {dayName(change.since)}
    </ChangeLine>
  );
}
