import { useState } from "react";
import { plural } from "../../../format/text";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { InlineFailure } from "../../../ui/Note";
import { useToast } from "../../../ui/toasts";
import type { ExchangeAccount, ExchangeFile } from "../types";
import css from "./filesCard.module.css";
import { useFileCalls } from "./mutations";
import { spanWords } from "./span";

interface RemoveFileDialogProps {
  account: ExchangeAccount;
  file: ExchangeFile;
  onClose: () => void;
}

/** Says what changes before a file is removed, which cannot be undone because the file is not kept. */
export function RemoveFileDialog({ account, file, onClose }: RemoveFileDialogProps) {
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState("");
  const { remove } = useFileCalls(account);
  const toast = useToast();
  const run = async () => {
    if (isRunning) return;
    setRunning(true);
    setProblem("");
    try {
      await remove(file.id);
      onClose();
      toast({ text: `${file.form} removed` });
    } catch (thrown) {
      setProblem(thrown instanceof Error ? thrown.message : "Something Went Wrong");
      setRunning(false);
    }
  };
  return (
    <Dialog
      title={`Remove ${file.form}?`}
      subtitle={`${spanWords(file)} · ${plural(file.row_count, "row")}`}
      onClose={onClose}
    >
      <div className={css.body}>
        <p>
          Rows that only this file has no longer count, and the gaps that it closed open again. Spyhop does not keep the
          file. You can import it again.
        </p>
        {problem ? <InlineFailure>{problem}</InlineFailure> : null}
        <div className={css.act}>
          <Button tone="danger" busy={isRunning} aria-disabled={isRunning} onClick={() => void run()}>
            {isRunning ? "Removing…" : "Remove"}
          </Button>
          <Button data-first onClick={onClose}>
            Keep it
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
