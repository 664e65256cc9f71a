import { useMutation } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { Icon } from "../../ui/Icon";
import { InlineFailure } from "../../ui/Note";
import { useToast } from "../../ui/toasts";
import { useForm } from "../../ui/useForm";
import css from "./exportDialog.module.css";
import { type ExportChoice, fromProblem, lastMonth, REPORTS, type Report, toProblem } from "./reports";
import type { Condition } from "./types";

/** A wallet that a download can be of. */
export interface ExportWallet {
  value: string;
  label: string;
}

/** What the page shows that opened the dialog. */
export interface ExportFilter {
  conditions: readonly Condition[];
  /** How many entries these are. */
  entries: number;
  /** The first and the last day; null for all time. */
  days: readonly [from: string, to: string] | null;
}

interface ExportDialogProps {
  currency: string;
  /** The codes of all currencies; empty until they are known. */
  currencies: readonly string[];
  wallets: readonly ExportWallet[];
  /** The filters of the history; null where another page opened the dialog. */
  filter: ExportFilter | null;
  /** The day of the first entry; null where it is not known. */
  firstDay: string | null;
  onClose: () => void;
}

const ALL = "";

/** Runs downloads one after the other. A mutation, so that a limit of the plan opens its dialog. */
function useDownload() {
  const toast = useToast();
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: ({ report, choice }: { report: Report; choice: ExportChoice }) => report.save(choice),
    onSuccess: (name) => toast({ text: `${name} saved` }),
  });
  const key = variables?.report.key;
  return {
    running: isPending ? key : undefined,
    failed: error && key ? { key, text: error.message } : null,
    run: mutate,
  };
}

/** The dialog with the four reports that can be downloaded as CSV. */
export function ExportDialog({ currency, currencies, wallets, filter, firstDay, onClose }: ExportDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const [from, to] = filter?.days ?? lastMonth(Date.now());
  const first = { from: filter && !filter.days ? (firstDay ?? from) : from, to, currency, wallet: ALL };
  const { texts, bind, note, check } = useForm(useId(), first, {
    from: fromProblem,
    // Read when it is checked, so that it compares with the day that is entered.
    to: (text) => toProblem(text, fieldOf(form.current, "from")),
  });
  const { running, failed, run } = useDownload();
  const codes = currencies.includes(currency) ? currencies : [currency, ...currencies];
  const own: readonly Condition[] = texts.wallet === ALL ? [] : [{ key: "wallet", value: texts.wallet }];
  const conditions = [...(filter?.conditions ?? []), ...own];
  const onDownload = (report: Report) => {
    if (running !== undefined || !form.current || !check(form.current)) return;
    run({ report, choice: { from: texts.from, to: texts.to, currency: texts.currency, conditions } });
  };
  return (
    <Dialog title="Export data" subtitle="CSV files for spreadsheets and tax programs." onClose={onClose}>
      <form ref={form} className={css.form} onSubmit={(event) => event.preventDefault()} noValidate>
        <div className={css.pair}>
          <Field label="From" {...note("from")}>
            {(id) => <input id={id} type="date" {...bind("from")} />}
          </Field>
          <Field label="To" {...note("to")}>
            {(id) => <input id={id} type="date" {...bind("to")} />}
          </Field>
        </div>
        <div className={css.pair}>
          <Field label="Currency" {...note("currency")}>
            {(id) => (
              <select id={id} {...bind("currency")}>
                {codes.map((code) => (
                  <option key={code}>{code}</option>
                ))}
              </select>
            )}
          </Field>
          {wallets.length > 1 ? (
            <Field label="Wallets" {...note("wallet")}>
              {(id) => (
                <select id={id} {...bind("wallet")}>
                  <option value={ALL}>All wallets</option>
                  {wallets.map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          ) : null}
        </div>
        <ul className={css.reports}>
          {REPORTS.map((report) => (
            <ReportRow
              key={report.key}
              report={report}
              entries={report.isNarrowable && filter && filter.conditions.length > 0 ? filter.entries : null}
              isOfAll={texts.wallet !== ALL && !report.isNarrowable}
              busy={running === report.key}
              failure={failed?.key === report.key ? failed.text : ""}
              onDownload={() => onDownload(report)}
            />
          ))}
        </ul>
      </form>
    </Dialog>
  );
}

/** The entered text of a field. */
function fieldOf(form: HTMLFormElement | null, name: string): string {
  const field = form?.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field.value : "";
}

interface ReportRowProps {
  report: Report;
  /** How many entries the filters of the page find; null where it is of all. */
  entries: number | null;
  /** Whether it covers all wallets although one is chosen. */
  isOfAll: boolean;
  busy: boolean;
  failure: string;
  onDownload: () => void;
}

/** A report with its button. */
const ReportRow = ({ report, entries, isOfAll, busy, failure, onDownload }: ReportRowProps) => (
  <li>
    <span className={css.icon}>
      <Icon name={report.icon} />
    </span>
    <div>
      <b>{report.title}</b>
      <p>{report.note}</p>
      {entries === null ? null : <p>With the filters of this page.</p>}
      {isOfAll ? <p>Always of all wallets.</p> : null}
      {failure ? <InlineFailure>{failure}</InlineFailure> : null}
    </div>
    <Button small icon="download" busy={busy} aria-label={`Download ${report.title}`} onClick={onDownload}>
      {busy ? "Preparing…" : "Download"}
    </Button>
  </li>
);
