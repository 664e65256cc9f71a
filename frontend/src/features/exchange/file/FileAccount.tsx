import { useId, useRef, useState } from "react";
import { Field } from "../../../ui/Field";
import { proposedName } from "../accounts";
import dialog from "../connectDialog.module.css";
import { nameRule } from "../nameRule";
import type { ExchangeProfile } from "../types";
import { NAME } from "../useConnectForm";
import { FileStep } from "./FileStep";
import { PreviewStep } from "./PreviewStep";
import { useFilePreview } from "./useFilePreview";

interface FileAccountProps {
  profile: ExchangeProfile;
  /** The names of the person's accounts at this exchange. */
  taken: readonly string[];
  onConnected: () => void;
  /** Returns to the form for a key. */
  onBack: (() => void) | null;
  onClose: () => void;
}

/** The way of an account without a key: name it, choose a file, see what counts, open the account with it. */
export function FileAccount({ profile, taken, onConnected, onBack, onClose }: FileAccountProps) {
  const [name, setName] = useState(() => proposedName(profile.name, taken));
  const [wrong, setWrong] = useState("");
  const noteId = useId();
  const field = useRef<HTMLInputElement>(null);
  const target = { exchange: profile.exchange, exchange_name: profile.name, account_name: name.trim(), isNew: true };
  const { chosen, choose, forget } = useFilePreview(target);
  const { file, preview = null, problem = "" } = chosen ?? {};
  if (file && preview)
    return <PreviewStep account={target} file={file} preview={preview} onBack={forget} onDone={onConnected} />;
  const onFile = (one: File) => {
    const problem = nameRule(taken)(name);
    setWrong(problem);
    if (problem) field.current?.focus();
    else void choose(one);
  };
  return (
    <div className={dialog.form}>
      <FileStep
        profile={profile}
        isReading={file !== undefined && problem === ""}
        problem={problem}
        note="Its balances stay unknown until you add a key."
        onFile={onFile}
        onClose={onBack ?? onClose}
        closeLabel={onBack ? "Back" : "Cancel"}
      >
        <Field label="Connection name" noteId={noteId} problem={wrong}>
          {(id) => (
            <input
              ref={field}
              id={id}
              name={NAME}
              aria-describedby={noteId}
              aria-invalid={wrong ? true : undefined}
              autoComplete="off"
              maxLength={250}
              value={name}
              onChange={({ target }) => {
                setName(target.value);
                setWrong("");
                forget();
              }}
            />
          )}
        </Field>
      </FileStep>
    </div>
  );
}
