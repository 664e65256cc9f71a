import type { ReactNode } from "react";
import { useAmountText } from "../../format/amounts";
import { Icon } from "../../ui/Icon";
import { Money, Price } from "../../ui/Money";
import type { FigureOf } from "./EntryLegs";
import css from "./entryCost.module.css";
import type { CostChange, CostState } from "./types";

const LONGEST_UNIT = 10;

interface StepProps {
  label: string;
  /** The figure of each state; null where it is not known. */
  of: (state: CostState, place: string) => ReactNode;
  change: CostChange;
  place: string;
}

/** One figure before and after. */
const Step = ({ label, of, change, place }: StepProps) => (
  <div>
    <dt>{label}</dt>
    <dd>{of(change.before, `${place}/before`) ?? "–"}</dd>
    <dd aria-hidden="true">
      <Icon name="right" size={14} />
    </dd>
    <dd>
      <span className="vh">then </span>
      {of(change.after, `${place}/after`) ?? "–"}
    </dd>
  </div>
);

interface CostStepsProps {
  change: CostChange;
  currency: string;
  /** The place of the change in the answer: `cost/assets/0`. */
  place: string;
  figureOf: FigureOf;
}

/** Quantity, cost and average cost, before and after. */
export function CostSteps({ change, currency, place, figureOf }: CostStepsProps) {
  const text = useAmountText();
  const { symbol } = change;
  // The symbol stands beside the title, so a long one is not repeated.
  const unit = symbol.length > LONGEST_UNIT ? "" : ` ${symbol}`;
  const held = ({ quantity: amount }: CostState) => (amount === null ? null : `${text.quantity(amount)}${unit}`);
  const total = (state: CostState, at: string) =>
    state.cost === null ? null : (
      <Money amount={state.cost} currency={currency} label={`${symbol}, cost`} figure={figureOf(`${at}/cost`)} />
    );
  const average = (state: CostState, at: string) =>
    state.average === null ? null : (
      <Price
        amount={state.average}
        currency={currency}
        label={`${symbol}, average cost`}
        figure={figureOf(`${at}/average`)}
      />
    );
  const step = { change, place };
  return (
    <dl className={css.steps}>
      <Step {...step} label="Quantity" of={held} />
      <Step {...step} label="Cost" of={total} />
      <Step {...step} label="Average cost" of={average} />
    </dl>
  );
}
