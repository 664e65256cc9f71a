import { useAmountText } from "../../format/amounts";
import { Figure } from "../../ui/Money";
import css from "./formulaStrip.module.css";
import type { InsightTerm, InsightThreshold } from "./types";
import { limitText, partText } from "./view";

interface FormulaStripProps {
  terms: readonly InsightTerm[];
  threshold: InsightThreshold;
  currency: string;
  /** The id of the figure that explains a term, by its place. */
  figureAt: (at: number) => string | undefined;
}

/** The signs as words, for those who hear them. */
const SPOKEN: Readonly<Record<string, string>> = {
  "+": "plus",
  "−": "minus",
  "×": "times",
  "÷": "divided by",
  "=": "equals",
};

/** The arithmetic of an insight, computed from the left to the right. Each term explains itself where a figure states it. */
export function FormulaStrip({ terms, threshold, currency, figureAt }: FormulaStripProps) {
  const texts = useAmountText();
  return (
    <ol className={css.strip} aria-label="Arithmetic">
      {terms.map(({ sign, label, value }, at) => {
        const key = `${at} ${label}`;
        const isResult = sign === "=";
        return (
          <li key={key} data-result={isResult || undefined}>
            {sign ? (
              <span className={css.sign} role="img" aria-label={SPOKEN[sign] ?? sign}>
                {sign}
              </span>
            ) : null}
            <span className={css.term}>
              <span className={css.value}>
                <Figure text={partText(value, texts, currency)} figure={figureAt(at)} label={texts.sentence(label)} />
              </span>
              <span className={css.label}>
                {texts.sentence(label)}
                {isResult ? `, limit ${limitText(threshold, texts, currency)}` : ""}
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
