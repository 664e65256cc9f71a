import type { ReactNode } from "react";
import { Button, IconButton } from "../../ui/Button";
import type { Tip } from "./dismissals";
import css from "./flowTips.module.css";

const TEXTS: Readonly<Record<Tip, { title: string; text: string }>> = {
  bars: {
    title: "What the bars mean",
    text: "Inflows came in from others, outflows left. Net is what remained with you. Each flow has the value of its own day.",
  },
  wallets: {
    title: "Add all your wallets",
    text: "Flows may look inflated if the same funds move in and out repeatedly. The chart is most accurate when all wallets are added.",
  },
};

interface FlowTipsProps {
  shown: readonly Tip[];
  onDismiss: (tip: Tip) => void;
  /** Opens the add-wallet dialog; null for visitors. */
  onAdd: (() => void) | null;
  children: ReactNode;
}

/** The cards that explain the chart. */
export const FlowTips = ({ shown, onDismiss, onAdd, children }: FlowTipsProps) => (
  <div className={css.tips}>
    {shown.map((tip) => (
      <section key={tip} className={css.tip} aria-label={TEXTS[tip].title}>
        <h3>{TEXTS[tip].title}</h3>
        <p>{TEXTS[tip].text}</p>
        {tip === "wallets" && onAdd ? (
          <Button tone="link" small onClick={onAdd}>
            Add wallet
          </Button>
        ) : null}
        <IconButton
          icon="close"
          size={14}
          label={`Dismiss “${TEXTS[tip].title}”`}
          className={css.close}
          onClick={() => onDismiss(tip)}
        />
      </section>
    ))}
    {children}
  </div>
);
