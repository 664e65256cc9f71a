import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { dayAt } from "../../../format/calendar";
import { count, plural } from "../../../format/text";
import { Button } from "../../../ui/Button";
import { InlineFailure } from "../../../ui/Note";
import type { FileTarget } from "../accounts";
import dialog from "../connectDialog.module.css";
import form from "../connectForm.module.css";
import type { ExchangeFilePreview } from "../types";
import { FileRows } from "./FileRows";
import css from "./previewStep.module.css";
import { countingRows, headlineOf, othersOf } from "./rows";
import { SpanFields } from "./SpanFields";
import { dayProblems, rowDays, type Span, timesOf } from "./span";
import { FIRST_DAY, LAST_DAY, useFileImport } from "./useFileImport";
import { FILE } from "./useFilePreview";

interface UnlistedProps {
  rows: number;
  exchange: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** The choice about rows that the exchange's own lists do not have. */
function Unlisted({ rows, exchange, isOn, onChange }: UnlistedProps) {
  const why = useId();
  return (
    <div className={css.unlisted}>
      <label>
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby={why}
          onChange={({ target }) => onChange(target.checked)}
        />
        Count {plural(rows, "row")} that {exchange}'s own lists do not have
      </label>
      <p id={why}>
        Spyhop has read these days from {exchange}. The rows may be the same events in other words, which would count
        twice.
      </p>
    </div>
  );
}

/** Without a row that changed the account there are no days. */
const NO_DAYS = { first: "", last: "" };

/** The state of the step: the days and the choice of the person. */
function useChoices(preview: ExchangeFilePreview) {
  const own = rowDays(preview);
  const [span, setSpan] = useState<Span>({ ...(own ?? NO_DAYS), isFromStart: false });
  const [isCountingUnlisted, setCountingUnlisted] = useState(false);
  const [now] = useState(() => Date.now());
  const problems = own ? dayProblems(span, own, now) : NO_DAYS;
  const rows = countingRows(preview, isCountingUnlisted);
  const isStated = own !== null && (span.isFromStart || span.first !== own.first || span.last !== own.last);
  return {
    ...{ own, span, setSpan, isCountingUnlisted, setCountingUnlisted, now, problems, rows },
    /** Whether importing changes anything: a row counts, or days are stated to be complete. */
    isUseful: own !== null && (rows > 0 || isStated),
    choices: () => ({
      ...(own ? timesOf(span, own, now) : {}),
      count_unlisted: isCountingUnlisted && preview.unlisted_count > 0,
    }),
  };
}

const importLabel = (rows: number, isUseful: boolean): string => {
  if (!isUseful) return "Nothing to import";
  return rows === 0 ? "Import the days only" : `Import ${plural(rows, "row")}`;
};

const leftOut = (rows: number): string =>
  rows === 1 ? "1 row that cannot be read is left out." : `${count(rows)} rows that cannot be read are left out.`;

interface FootProps {
  unreadable: number;
  label: string;
  isUseful: boolean;
  isRunning: boolean;
  onBack: () => void;
}

const Foot = ({ unreadable, label, isUseful, isRunning, onBack }: FootProps) => (
  <footer className={form.foot}>
    <p>{unreadable > 0 ? leftOut(unreadable) : "You can undo it."}</p>
    <Button onClick={onBack}>Other file</Button>
    {/* While it runs, `disabled` would remove the focus from the button. */}
    <Button tone="primary" type="submit" busy={isRunning} aria-disabled={isRunning} disabled={!isUseful}>
      {isRunning ? "Importing…" : label}
    </Button>
  </footer>
);

interface PreviewStepProps {
  account: FileTarget;
  file: File;
  preview: ExchangeFilePreview;
  onBack: () => void;
  onDone: () => void;
}

/** What the file would change, as one sentence. The focus begins here. */
function Summary({ rows, others }: { rows: number; others: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h3 ref={heading} tabIndex={-1} className={css.summary} aria-live="polite">
      {headlineOf(rows)} <span>{others}</span>
    </h3>
  );
}

/** The second step: what the file would change, and the button that imports it. */
export function PreviewStep({ account, file, preview, onBack, onDone }: PreviewStepProps) {
  const { own, span, problems, now, rows, isUseful, isCountingUnlisted, ...choose } = useChoices(preview);
  const { isRunning, refusal, forget, send } = useFileImport(account, onDone);
  const { unlisted_count: unlisted, unreadable_count: unreadable } = preview;
  const { exchange_name: exchange } = account;
  const fields = refusal?.fields ?? {};
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = (["first", "last"] as const).find((day) => problems[day] !== "");
    const field = wrong ? event.currentTarget.elements.namedItem(wrong) : null;
    if (field instanceof HTMLElement) field.focus();
    else if (isUseful && !isRunning) void send(file, choose.choices(), rows);
  };
  const change = (next: Span) => {
    forget();
    choose.setSpan(next);
  };
  return (
    <form className={dialog.form} onSubmit={submit} noValidate>
      <div className={css.body}>
        <Summary rows={rows} others={othersOf(preview, exchange, isCountingUnlisted)} />
        {fields[FILE] ? <InlineFailure>{fields[FILE]}</InlineFailure> : null}
        {own ? (
          <SpanFields
            preview={preview}
            span={span}
            problems={problems}
            refusal={fields[FIRST_DAY] ?? fields[LAST_DAY] ?? ""}
            today={dayAt(now)}
            isReadOnly={isRunning}
            onChange={change}
          />
        ) : null}
        {unlisted > 0 ? (
          <Unlisted
            rows={unlisted}
            exchange={exchange}
            isOn={isCountingUnlisted}
            onChange={choose.setCountingUnlisted}
          />
        ) : null}
        <FileRows preview={preview} isCountingUnlisted={isCountingUnlisted} />
      </div>
      {refusal?.text ? (
        <div className={css.failed}>
          <InlineFailure>{refusal.text}</InlineFailure>
        </div>
      ) : null}
      <Foot
        unreadable={unreadable}
        label={importLabel(rows, isUseful)}
        isUseful={isUseful}
        isRunning={isRunning}
        onBack={onBack}
      />
    </form>
  );
}
