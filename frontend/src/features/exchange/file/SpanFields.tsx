import { useId } from "react";
import { clockAndDate } from "../../../format/time";
import { InlineFailure } from "../../../ui/Note";
import type { ExchangeFilePreview } from "../types";
import type { Span, SpanDays } from "./span";
import css from "./span.module.css";

interface SpanFieldsProps {
  preview: ExchangeFilePreview;
  span: Span;
  /** What is wrong with each of the days; empty where nothing is. */
  problems: SpanDays;
  /** Why the server refused the days; empty if it did not. */
  refusal: string;
  today: string;
  isReadOnly: boolean;
  onChange: (span: Span) => void;
}

/** The days of which the file has everything, which the person states. */
export function SpanFields({ preview, span, problems, refusal, today, isReadOnly, onChange }: SpanFieldsProps) {
  const id = useId();
  const bind = (key: keyof SpanDays) => ({
    type: "date",
    name: key,
    value: span[key],
    max: today,
    required: true,
    readOnly: isReadOnly,
    "aria-invalid": problems[key] !== "" || refusal !== "" || undefined,
    "aria-describedby": `${id}-${key} ${id}`,
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...span, [key]: target.value }),
  });
  const { starts_on, ends_on } = preview;
  return (
    <fieldset className={css.span}>
      <legend className="vh">Days of the file</legend>
      <div className={css.days}>
        <span>This file has everything</span>
        <label>
          from
          <input {...bind("first")} aria-label="This file has everything from" />
        </label>
        <label>
          to
          <input {...bind("last")} aria-label="This file has everything to" />
        </label>
      </div>
      <div className={css.problems} aria-live="polite">
        <div id={`${id}-first`}>{problems.first ? <InlineFailure>{problems.first}</InlineFailure> : null}</div>
        <div id={`${id}-last`}>{problems.last ? <InlineFailure>{problems.last}</InlineFailure> : null}</div>
        {refusal ? <InlineFailure>{refusal}</InlineFailure> : null}
      </div>
      <label className={css.start}>
        <input
          type="checkbox"
          checked={span.isFromStart}
          onChange={({ target }) => onChange({ ...span, isFromStart: target.checked })}
        />
        Nothing happened in this account before that day
      </label>
      <p id={id}>
        Gaps within these days close. Enter the days that you exported, for example from the day you opened the account.
        {starts_on !== null && ends_on !== null ? (
          <>
            {" "}
            Its rows are from <time dateTime={starts_on}>{clockAndDate(starts_on)}</time> to{" "}
            <time dateTime={ends_on}>{clockAndDate(ends_on)}</time>.
          </>
        ) : null}
      </p>
    </fieldset>
  );
}
