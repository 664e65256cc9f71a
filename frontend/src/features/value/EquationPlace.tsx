import { Skeleton } from "../../ui/Skeleton";
import css from "./assetValueCard.module.css";
import { CardEquation } from "./CardEquation";
import equation from "./cardEquation.module.css";
import { type CardSpan, startOfSpan } from "./cardSeries";
import { lastDayOf } from "./periods";
import { useValueChange } from "./queries";
import type { ValueGraph, VisitorToken } from "./types";

const TERMS = ["start", "flows", "gain", "now"] as const;

interface EquationPlaceProps {
  graph: ValueGraph;
  span: CardSpan;
  visitor: VisitorToken | undefined;
}

/**
 * The equation in a place that is as high while its figures are loading, so that nothing moves when it appears. Without an equation
 * there is no place, and the chart takes the room.
 */
export function EquationPlace({ graph, span, visitor }: EquationPlaceProps) {
  const start = visitor !== undefined && graph.data_loaded ? startOfSpan(graph, span) : null;
  const days = start && ([start.next, lastDayOf(start.end.day, graph.group_criteria)] as const);
  const { data, isError } = useValueChange(days, visitor ?? null);
  if (visitor === undefined || start === null || (isError && !data)) return null;
  return (
    <div className={css.equation}>
      <CardEquation graph={graph} span={span} visitor={visitor} />
      {data ? null : (
        <div className={equation.equation} aria-hidden="true">
          {TERMS.map((term) => (
            <div key={term} className={css.waiting}>
              <Skeleton width={72} height={12} />
              <Skeleton width={56} height={10} />
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
