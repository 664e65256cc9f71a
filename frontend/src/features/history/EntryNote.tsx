import { type FormEvent, useId, useState } from "react";
import { Button } from "../../ui/Button";
import { FormProblem } from "../../ui/FormProblem";
import own from "../../ui/inlineForm.module.css";
import { useToast } from "../../ui/toasts";
import { useGuardedText } from "../../ui/useGuardedText";
import { EntrySection } from "./EntrySection";
import css from "./entry.module.css";
import { useSetNote } from "./mutations";

/** The most letters of a note. */
const MAX_NOTE = 1_000;

interface EditProps {
  entry: string;
  note: string;
  onDone: () => void;
}

function Edit({ entry, note, onDone }: EditProps) {
  const id = useId();
  const { text, warning, type, dismiss, onFocus, onPaste } = useGuardedText(note, "note");
  const { mutate, isPending, error } = useSetNote(entry);
  const toast = useToast();
  const isTooLong = text.trim().length > MAX_NOTE;
  const problem = isTooLong ? `Use at most ${MAX_NOTE} characters.` : error?.message;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending || isTooLong) return;
    const onSuccess = () => {
      onDone();
      toast({ text: "Note saved" });
    };
    mutate(text.trim() || null, { onSuccess });
  };
  return (
    <form className={own.form} onSubmit={submit}>
      <label htmlFor={id}>Your note, only for you</label>
      <textarea
        id={id}
        value={text}
        rows={3}
        // biome-ignore lint/a11y/noAutofocus: a press on Edit opens the field
        autoFocus
        aria-describedby={`${id}-problem`}
        aria-invalid={problem || warning ? true : undefined}
        onFocus={onFocus}
        onPaste={onPaste}
        onChange={(event) => type(event.target.value)}
      />
      <FormProblem id={`${id}-problem`} warning={warning} problem={problem} onDismiss={dismiss} />
      <div className={own.formLine}>
        <Button small tone="primary" type="submit" busy={isPending}>
          Save
        </Button>
        <Button small onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

interface EntryNoteProps {
  entry: string;
  note: string | null;
}

/** The user's note. */
export function EntryNote({ entry, note }: EntryNoteProps) {
  const [isEditing, setEditing] = useState(false);
  return (
    <EntrySection
      title="Note"
      side={
        isEditing ? null : (
          <Button tone="link" aria-label={note ? "Edit the note" : "Add a note"} onClick={() => setEditing(true)}>
            {note ? "Edit" : "Add"}
          </Button>
        )
      }
    >
      {isEditing ? (
        <Edit entry={entry} note={note ?? ""} onDone={() => setEditing(false)} />
      ) : (
        <p className={css.text}>{note ?? <span className={css.quiet}>No note yet.</span>}</p>
      )}
    </EntrySection>
  );
}
