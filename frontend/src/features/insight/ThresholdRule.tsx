import { type FormEvent, useId, useState } from "react";
import { Button } from "../../ui/Button";
import { InlineFailure } from "../../ui/Note";
import { Switch } from "../../ui/Switch";
import { type RuleChange, useChangeRule } from "./mutations";
import css from "./thresholds.module.css";
import type { InsightRuleRow, InsightThreshold } from "./types";

/** What stands before and after the number of a threshold. */
const UNITS: Readonly<Record<string, { before?: string; after?: string }>> = {
  dollars: { before: "$" },
  percent: { after: "%" },
  days: { after: "days" },
};

const shownLimit = ({ chosen, default: own }: InsightThreshold): string => chosen ?? own;

interface FieldProps {
  threshold: InsightThreshold;
  /** Whether a threshold before it is about the same, so that this one is of a higher severity. */
  isWorse: boolean;
  /** The text in the field; what is stored where the person typed nothing. */
  text: string;
  onText: (text: string) => void;
}

/** A threshold with its unit and its default. */
function ThresholdField({ threshold, isWorse, text, onText }: FieldProps) {
  const id = useId();
  const { before, after } = UNITS[threshold.unit] ?? {};
  return (
    <div className={css.field}>
      <label htmlFor={id}>
        {threshold.text}, {threshold.side}
        {isWorse ? ", more severe" : ""}
      </label>
      <span className={css.input}>
        {before ? <span aria-hidden="true">{before}</span> : null}
        <input
          id={id}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={text}
          onChange={({ target }) => onText(target.value)}
        />
        {after ? <span aria-hidden="true">{after}</span> : null}
      </span>
      <small>
        Default {before}
        {threshold.default}
        {after ? ` ${after}` : ""}
      </small>
    </div>
  );
}

/** A rule: whether it is evaluated, and its thresholds. */
export function ThresholdRule({ rule }: { rule: InsightRuleRow }) {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const { mutate, isPending, error } = useChangeRule();
  const stored = rule.thresholds.flatMap(({ name, chosen }) => (chosen === null ? [] : [{ name, limit: chosen }]));
  const typed = rule.thresholds.map((one) => ({ name: one.name, limit: (texts[one.name] ?? shownLimit(one)).trim() }));
  const isChanged = rule.thresholds.some((one) => texts[one.name] !== undefined && texts[one.name] !== shownLimit(one));
  const save = (change: Omit<RuleChange, "rule">) =>
    mutate({ rule: rule.id, ...change }, { onSuccess: () => setTexts({}) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged) save({ enabled: rule.enabled, thresholds: typed });
  };
  return (
    <form className={css.rule} aria-label={rule.title} data-off={rule.enabled ? undefined : true} onSubmit={submit}>
      <Switch on={rule.enabled} onChange={(enabled) => save({ enabled, thresholds: stored })}>
        {rule.title}
      </Switch>
      {rule.enabled ? (
        <div className={css.fields}>
          {rule.thresholds.map((one, at) => (
            <ThresholdField
              key={one.name}
              threshold={one}
              isWorse={rule.thresholds.findIndex(({ text }) => text === one.text) < at}
              text={texts[one.name] ?? shownLimit(one)}
              onText={(text) => setTexts({ ...texts, [one.name]: text })}
            />
          ))}
        </div>
      ) : null}
      {isChanged || stored.length > 0 ? (
        <div className={css.actions}>
          {isChanged ? (
            <Button type="submit" small tone="primary" busy={isPending}>
              Save
            </Button>
          ) : null}
          {stored.length > 0 ? (
            <Button small onClick={() => save({ enabled: rule.enabled, thresholds: [] })}>
              Use the defaults
            </Button>
          ) : null}
        </div>
      ) : null}
      {error ? <InlineFailure>{error.message}</InlineFailure> : null}
    </form>
  );
}
