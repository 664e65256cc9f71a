import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../../ui/Button";
import { InlineFailure } from "../../ui/Note";
import { AddressRow } from "./AddressRow";
import { pastedList, tooManyWords } from "./paste";
import { isFilled, isOwn, type OwnWallets, type Readiness, type Row, readiness, rowsToSend } from "./rows";
import css from "./rows.module.css";
import { useRows } from "./useRows";
import { type Addresses, type Save, useSending } from "./useSending";

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
  /** Rendered before the submit button while no address is typed. */
  instead?: ReactNode;
  /** Opens the upload instead. */
  onUpload?: () => void;
}

function addressesOf(rows: readonly Row[], own: OwnWallets): Addresses {
  const sent = rowsToSend(rows, own);
  const nicknames = sent
    .filter((row) => row.nickname.trim() !== "")
    .map((row) => [row.address.trim(), row.nickname.trim()] as const);
  return { addresses: sent.map((row) => row.address.trim()), nicknames: Object.fromEntries(nicknames) };
}

const summary = ({ ready, wrong }: Readiness): string => {
  if (ready === 0 && wrong === 0) return "";
  const parts = [
    ready > 0 ? `${ready} ready` : "",
    wrong > 0 ? `${wrong} need${wrong === 1 ? "s" : ""} attention` : "",
  ];
  return parts.filter(Boolean).join(", ");
};

const NOTHING: OwnWallets = new Set();

/** The form of address rows with their networks, and the submit button. */
export function AddressForm({
  address,
  save,
  own = NOTHING,
  mayAdd = () => true,
  placeholder = "Paste any wallet address or ENS here",
  action = "Go",
  isSingle = false,
  instead,
  onUpload,
}: AddressFormProps) {
  const [rows, dispatch] = useRows(address);
  const { sending, problem, send } = useSending(save);
  const [refused, setRefused] = useState("");
  const lastInput = useRef<HTMLInputElement>(null);
  const count = useRef(rows.length);
  const state = readiness(rows, own);
  const counted = rows.filter((row) => !isOwn(row, own)).length;
  useEffect(() => {
    if (rows.length > count.current) lastInput.current?.focus();
    count.current = rows.length;
  }, [rows.length]);
  const add = () => {
    const last = rows.at(-1);
    // There is an empty row already.
    if (last && !isFilled(last) && !last.warning) {
      lastInput.current?.focus();
      return true;
    }
    const allowed = !isSingle && mayAdd(counted + 1);
    if (allowed) dispatch({ type: "added" });
    return allowed;
  };
  /** Turns a pasted list into rows. If there are too many, or more than the plan allows, it says so and changes nothing. */
  const paste = (id: number, text: string) => {
    const list = isSingle ? null : pastedList(text);
    setRefused(list?.kind === "tooMany" ? tooManyWords(list.size, onUpload !== undefined) : "");
    if (list?.kind === "secret") dispatch({ type: "typed", id, text: list.text, at: Date.now() });
    else if (list?.kind === "several") {
      const added = list.texts.filter((one) => !own.has(one.trim().toLowerCase())).length;
      const others = rows.filter((row) => row.id !== id && !isOwn(row, own)).length;
      if (mayAdd(others + added)) dispatch({ type: "pasted", id, texts: list.texts });
    }
    return list !== null;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The button stays enabled meanwhile, because disabling it would lose the focus.
    if (state.canGo && !sending) void send(addressesOf(rows, own));
  };
  const failure = refused || problem;
  return (
    <form className={css.form} onSubmit={submit} onChange={() => setRefused("")} noValidate>
      <ul className={css.rows}>
        {rows.map((row, index) => (
          <AddressRow
            key={row.id}
            row={row}
            isOwn={isOwn(row, own)}
            number={index + 1}
            placeholder={placeholder}
            isLast={index === rows.length - 1}
            canDelete={rows.length > 1}
            dispatch={dispatch}
            onTab={add}
            onPaste={(text) => paste(row.id, text)}
            {...(index === rows.length - 1 ? { inputRef: lastInput } : {})}
          />
        ))}
      </ul>
      {failure ? (
        <div className={css.failed}>
          <InlineFailure>{failure}</InlineFailure>
        </div>
      ) : null}
      <div className={css.act}>
        {isSingle ? null : (
          <Button tone="link" icon="plus" className={css.add} onClick={add}>
            Add row
          </Button>
        )}
        {onUpload ? (
          <Button tone="link" icon="upload" className={css.add} onClick={onUpload}>
            Upload CSV or text
          </Button>
        ) : null}
        <span aria-live="polite">{summary(state)}</span>
        {rows.some(isFilled) ? null : instead}
        <Button
          tone="primary"
          type="submit"
          className={css.go}
          disabled={!state.canGo}
          busy={sending || (!state.canGo && state.waiting > 0)}
        >
          {action}
        </Button>
      </div>
    </form>
  );
}
