import { plural } from "../../format/text";
import css from "./assetValueCard.module.css";
import { chooseInCard, useCardChoices } from "./cardChoices";
import { firstKnown } from "./cardSeries";
import { periodName } from "./periods";
import type { ValueGraph } from "./types";

/** What is not known of the days before all of the history is; empty if the span has no such day. */
export function unknownWords(graph: ValueGraph, from: number): string {
  const known = firstKnown(graph);
  if (from >= known) return "";
  const { accounts, accounts_done: done } = graph.coverage;
  const day = graph.asset_value_data.days[known];
  const when = day === undefined ? "" : `Before ${periodName(day, graph.group_criteria)}: `;
  const why =
    done < accounts ? `${plural(accounts - done, "account")} still being read` : "part of the history is missing";
  return when + (when === "" ? why.charAt(0).toUpperCase() + why.slice(1) : why);
}

/** What the line and the hatching mean. A press shows or hides the line. */
export function CardFoot({ graph, from }: { graph: ValueGraph; from: number }) {
  const { hasCost } = useCardChoices();
  const unknown = unknownWords(graph, from);
  const positions = graph.coverage.gaps.find(({ kind }) => kind === "positions");
  const isCostKnown = graph.asset_value_data.cost_basis.some((cost) => cost !== null);
  return (
    <p className={css.legend}>
      {isCostKnown ? (
        <button type="button" aria-pressed={hasCost} onClick={() => chooseInCard({ hasCost: !hasCost })}>
          <i className={css.dash} aria-hidden="true" />
          Cost basis
        </button>
      ) : null}
      {positions ? <span title={positions.text}>Without positions in protocols</span> : null}
      {unknown ? (
        <span>
          <i className={css.hatch} aria-hidden="true" />
          {unknown}
        </span>
      ) : null}
    </p>
  );
}
