import type { ReactNode } from "react";
import { count, plural } from "../../format/text";
import { CoverageNote } from "../../ui/CoverageNote";
import { Icon } from "../../ui/Icon";
import { hasTransfers } from "./flowBands";
import type { FlowMode } from "./flowView";
import css from "./netFlows.module.css";
import { OwnTransfers } from "./OwnTransfers";
import type { Flows } from "./types";

/** What the chart leaves out, in words. */
function leftOutWords({ profit_loss: { inflows, outflows, transferred, unlisted } }: Flows, mode: FlowMode): string[] {
  const unpriced = inflows.left_out + outflows.left_out + (mode === "gross" ? transferred.left_out : 0);
  return [
    unpriced > 0
      ? `${plural(unpriced, "movement")} ${unpriced === 1 ? "has" : "have"} no price and ${unpriced === 1 ? "is" : "are"} left out.`
      : "",
    unlisted > 0
      ? `${count(unlisted)} ${unlisted === 1 ? "token of an unknown issuer is" : "tokens of unknown issuers are"} left out.`
      : "",
  ].filter(Boolean);
}

interface FlowFootProps {
  answer: Flows;
  mode: FlowMode;
  /** Whether the own transfers are named here. */
  namesTransfers: boolean;
  /** The button that shows how far each account is read; null for visitors. */
  accounts: ReactNode;
}

/** What the chart leaves out, and the history behind it. */
export function FlowFoot({ answer, mode, namesTransfers, accounts }: FlowFootProps) {
  const leftOut = leftOutWords(answer, mode);
  return (
    <ul className={css.foot}>
      {namesTransfers && hasTransfers(answer) ? (
        <li>
          <OwnTransfers answer={answer} mode={mode} />
        </li>
      ) : null}
      {leftOut.length > 0 ? (
        <li>
          <p className={css.note}>
            <Icon name="info" size={16} />
            <span>{leftOut.join(" ")}</span>
          </p>
        </li>
      ) : null}
      <li>
        <CoverageNote coverage={answer.coverage} accounts={accounts} />
      </li>
    </ul>
  );
}
