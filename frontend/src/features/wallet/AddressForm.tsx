import { type ReactNode, useState } from "react";
import { Button } from "../../ui/Button";
import { InlineFailure } from "../../ui/Note";
import { AddressRow } from "./AddressRow";
import { isFilled, isOwn, type OwnWallets, type Readiness, type Row, readiness } from "./rows";
import css from "./rows.module.css";
import { useAddressSubmit } from "./useAddressSubmit";
import { useRowActions } from "./useRowActions";
import { useRows } from "./useRows";
import type { Save } from "./useSending";

export interface AddressFormProps {
  /** The initial text of the first row. */
  address?: string;
  /** Saves the addresses; its error is shown in the form. */
  save: Save;
  /** The texts already in the user's list, in lower case. They are marked, not sent and not counted. */
  own?: OwnWallets;
  /** Whether this number of new rows is allowed; if not, it shows the limit. */
  mayAdd?: (rows: number) => boolean;
  /** The placeholder of an empty field. */
  placeholder?: string;
  /** The label of the submit button. */
  action?: string;
  /** Limits the form to one row. */
  isSingle?: boolean;
  /**
   * Starts as one large field with the submit button beside it. A second row or an error turns it into the list. The button is always
   * enabled, and says what the field needs.
   */
  isField?: boolean;
  /** Rendered below the form. */
  ways?: ReactNode;
  /** Rendered after them while no address is typed. */
  instead?: ReactNode;
  /** Rendered at the end of the line below the field, or between both, while nothing is typed. */
  note?: string;
  /** Opens the upload instead. */
  onUpload?: () => void;
}

const summary = ({ ready, wrong }: Readiness): string => {
  if (ready === 0 && wrong === 0) return "";
  const parts = [
    ready > 0 ? `${ready} ready` : "",
    wrong > 0 ? `${wrong} need${wrong === 1 ? "s" : ""} attention` : "",
  ];
  return parts.filter(Boolean).join(", ");
};

interface ActionsProps {
  onAdd: (() => void) | undefined;
  onUpload: (() => void) | undefined;
  counts: string;
  note: string | undefined;
  children: ReactNode;
}

/** The line below the rows. */
const Actions = ({ onAdd, onUpload, counts, note, children }: ActionsProps) => (
  <div className={css.act}>
    {onAdd ? (
      <Button tone="link" icon="plus" className={css.add} onClick={onAdd}>
        Add row
      </Button>
    ) : null}
    {onUpload ? (
      <Button tone="link" icon="upload" className={css.add} onClick={onUpload}>
        Upload CSV or text
      </Button>
    ) : null}
    <span aria-live="polite">{counts}</span>
    {note ? <small>{note}</small> : null}
    {children}
  </div>
);

const isBlank = ({ state, warning }: Row) => state === "blank" && warning === "";

/** How the form looks that starts as one field. */
const lookOf = (isList: boolean) => (isList ? "card" : "field");

const NOTHING: OwnWallets = new Set();
const NEEDED = "Enter a wallet address or an ENS name, e.g. vitalik.eth.";

/** The form of address rows with their networks, and the submit button. */
export function AddressForm({
  address,
  save,
  own = NOTHING,
  mayAdd = () => true,
  placeholder = "Paste any wallet address or ENS here",
  action = "Go",
  isSingle = false,
  isField = false,
  ways,
  instead,
  note,
  onUpload,
}: AddressFormProps) {
  const [rows, dispatch] = useRows(address);
  const [isList, setList] = useState(!isField);
  const state = readiness(rows, own);
  const canUpload = onUpload !== undefined;
  const adding = useRowActions({ rows, own, dispatch, mayAdd, isSingle, isEmptyRowEnough: isList, canUpload });
  const { lastInput } = adding;
  const onWrong = (form: HTMLFormElement) => {
    const wrong = form.querySelector<HTMLElement>("input[aria-invalid]");
    (wrong ?? lastInput.current)?.focus();
    if (wrong) setList(true);
  };
  const sending = useAddressSubmit({ rows, own, state, save, isAnswered: isField, onWrong });
  // The list stays when rows are deleted, so that the form changes its shape only once.
  if (!isList && rows.length > 1) setList(true);
  const failure = adding.refused || sending.problem;
  const go = (
    <Button tone="primary" type="submit" className={css.go} disabled={!isField && !state.canGo} busy={sending.busy}>
      {action}
    </Button>
  );
  return (
    <form
      ref={sending.form}
      className={css.form}
      data-look={isField ? lookOf(isList) : undefined}
      onSubmit={sending.submit}
      onChange={() => {
        adding.clearRefused();
        sending.clear();
      }}
      noValidate
    >
      <div className={css.sheet}>
        <ul className={css.rows}>
          {rows.map((row, index) => (
            <AddressRow
              key={row.id}
              row={row}
              isOwn={isOwn(row, own)}
              number={index + 1}
              placeholder={placeholder}
              needed={sending.isNeeded && index === rows.length - 1 ? NEEDED : ""}
              isLast={index === rows.length - 1}
              canDelete={rows.length > 1}
              dispatch={dispatch}
              onTab={adding.add}
              onPaste={(text) => adding.paste(row.id, text)}
              {...(index === rows.length - 1 ? { inputRef: lastInput } : {})}
            />
          ))}
        </ul>
        {isList ? null : go}
        {failure ? (
          <div className={css.failed}>
            <InlineFailure>{failure}</InlineFailure>
          </div>
        ) : null}
        <Actions
          onAdd={isSingle ? undefined : adding.add}
          onUpload={onUpload}
          counts={summary(state)}
          note={isList || sending.isNeeded || !rows.every(isBlank) ? undefined : note}
        >
          {isList ? go : null}
        </Actions>
      </div>
      <div className={css.ways}>
        {ways}
        {rows.some(isFilled) ? null : instead}
      </div>
    </form>
  );
}
