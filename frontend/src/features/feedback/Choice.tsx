import { useId } from "react";
import { InlineFailure } from "../../ui/Note";
import css from "./feedback.module.css";

interface ChoiceProps {
  legend: string;
  options: readonly string[];
  /** The chosen option; null for none. */
  chosen: string | null;
  onChoose: (option: string) => void;
  /** What is missing; empty if nothing is. */
  problem: string;
}

/** A row of options, of which one is chosen. */
export function Choice({ legend, options, chosen, onChoose, problem }: ChoiceProps) {
  const name = useId();
  return (
    <fieldset className={css.choice}>
      <legend>{legend}</legend>
      <div className={css.options}>
        {options.map((option) => (
          <label key={option}>
            <input type="radio" name={name} checked={chosen === option} onChange={() => onChoose(option)} />
            <span>{option}</span>
          </label>
        ))}
      </div>
      <div className={css.problem}>{problem ? <InlineFailure>{problem}</InlineFailure> : null}</div>
    </fieldset>
  );
}
