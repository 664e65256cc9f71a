import { Icon } from "../../ui/Icon";
import { Money } from "../../ui/Money";
import { hasTransfers } from "./flowBands";
import type { FlowMode } from "./flowView";
import css from "./netFlows.module.css";
import type { Flows } from "./types";

interface OwnTransfersProps {
  answer: Flows;
  mode: FlowMode;
}

/** What moved between own accounts, and whether it is counted. */
export function OwnTransfers({ answer, mode }: OwnTransfersProps) {
  if (!hasTransfers(answer)) return null;
  const { profit_loss: total, currency_code: currency, figures } = answer;
  return (
    <p className={css.note}>
      <Icon name="link" size={16} />
      <span>
        <Money
          amount={total.transferred.value}
          currency={currency}
          figure={figures["/profit_loss/transferred/value"]}
          label="Between your own accounts"
        />{" "}
        moved between your own accounts{" "}
        {mode === "net" ? "is left out. Switch to gross to see it." : "is counted on both sides."}
      </span>
    </p>
  );
}
