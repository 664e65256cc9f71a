import { type ClipboardEvent, type KeyboardEvent, type Ref, useId } from "react";
import { prepareSecrets } from "../../format/secret";
import { IconButton } from "../../ui/Button";
import { InlineFailure } from "../../ui/Note";
import { SecretWarning } from "../../ui/SecretWarning";
import { pastedSecret } from "../../ui/useGuardedText";
import { LONGEST_FIELD } from "./nickname";
import { RowNote } from "./RowNote";
import { isFilled, nicknameProblem, type Row, type RowAction } from "./rows";
import css from "./rows.module.css";

interface AddressRowProps {
  row: Row;
  /** Whether the wallet is already in the user's list. */
  isOwn: boolean;
  /** One-based. */
  number: number;
  placeholder: string;
  /** What an empty row is needed for, once the form was submitted without it. */
  needed?: string;
  isLast: boolean;
  canDelete: boolean;
  dispatch: (action: RowAction) => void;
  /** Called when Tab is pressed in the last filled row. */
  onTab: () => boolean;
  /** Handles a paste into the field; returns whether it was handled. */
  onPaste: (text: string) => boolean;
  inputRef?: Ref<HTMLInputElement>;
}

const isWrong = (row: Row) => row.state === "wrong" || row.state === "failed" || row.warning !== "";

/** A row of the form: the address, its nickname and its detection. */
export function AddressRow({
  row,
  isOwn,
  number,
  placeholder,
  needed = "",
  isLast,
  canDelete,
  dispatch,
  onTab,
  onPaste,
  inputRef,
}: AddressRowProps) {
  const id = useId();
  const request = row.warning ? "" : needed;
  const isBad = isWrong(row) || request !== "";
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Tab" && !event.shiftKey && isLast && isFilled(row) && onTab()) event.preventDefault();
  };
  const onPasted = (event: ClipboardEvent<HTMLInputElement>) => {
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const isWhole = selectionStart === 0 && selectionEnd === value.length;
    if (isWhole && onPaste(event.clipboardData.getData("text"))) return event.preventDefault();
    const secret = pastedSecret(event, "address");
    if (secret !== null) dispatch({ type: "typed", id: row.id, text: secret, at: Date.now() });
  };
  const nickname = (text: string) => dispatch({ type: "nicknamed", id: row.id, text, at: Date.now() });
  return (
    <li className={`${css.row} ${isBad ? css.bad : ""}`}>
      <div className={css.line}>
        <label className="vh" htmlFor={id}>
          Address {number}
        </label>
        <input
          ref={inputRef}
          id={id}
          className={css.address}
          value={row.address}
          placeholder={placeholder}
          maxLength={250}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={isBad || undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => dispatch({ type: "typed", id: row.id, text: event.target.value, at: Date.now() })}
          onFocus={prepareSecrets}
          onKeyDown={onKeyDown}
          onPaste={onPasted}
        />
        {row.state === "found" ? (
          <>
            <label className="vh" htmlFor={`${id}-nickname`}>
              Nickname {number}
            </label>
            <input
              id={`${id}-nickname`}
              className={css.nickname}
              value={row.nickname}
              placeholder="Enter Nickname"
              maxLength={LONGEST_FIELD}
              autoComplete="off"
              aria-invalid={nicknameProblem(row) !== "" || undefined}
              aria-describedby={`${id}-note`}
              onChange={(event) => nickname(event.target.value)}
              onFocus={prepareSecrets}
              onPaste={(event) => {
                const secret = pastedSecret(event, "any");
                if (secret !== null) nickname(secret);
              }}
            />
          </>
        ) : null}
        {canDelete ? (
          <IconButton
            icon="trash"
            label={`Delete row ${number}`}
            className={css.bin}
            onClick={() => dispatch({ type: "deleted", id: row.id })}
          />
        ) : null}
      </div>
      <div id={`${id}-note`} className={css.note} aria-live="polite">
        {row.warning ? (
          <SecretWarning text={row.warning} onDismiss={() => dispatch({ type: "dismissed", id: row.id })} />
        ) : null}
        {request ? <InlineFailure>{request}</InlineFailure> : null}
        {nicknameProblem(row) ? <InlineFailure>{nicknameProblem(row)}</InlineFailure> : null}
        <RowNote row={row} isOwn={isOwn} onAgain={() => dispatch({ type: "again", id: row.id })} />
      </div>
    </li>
  );
}
