import { useEffect, useRef, useState } from "react";
import { plural } from "../../../format/text";
import { useToast } from "../../../ui/toasts";
import { type FileTarget, fullName } from "../accounts";
import { refusalOf } from "../mutations";
import type { Refusal } from "../types";
import { type FileChoices, useFileCalls } from "./mutations";
import { FILE } from "./useFilePreview";

/** The fields of the call that the dialog shows problems at. */
export const FIRST_DAY = "start_datetime";
export const LAST_DAY = "end_datetime";

function importedWords(rows: number, account: FileTarget): string {
  if (account.isNew) return `${fullName(account)} added with ${plural(rows, "row")}`;
  return rows === 0
    ? `Days imported into ${fullName(account)}`
    : `${plural(rows, "row")} imported into ${fullName(account)}`;
}

/** Imports a file and offers to undo it. Keeps why it was refused. */
export function useFileImport(account: FileTarget, onDone: () => void) {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isRunning, setRunning] = useState(false);
  const { add, remove, removeAccount } = useFileCalls(account);
  const toast = useToast();
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  // The dialog is closed by then, so that failures are shown here.
  const undo = (id: string) =>
    void (account.isNew ? removeAccount() : remove(id)).then(
      () => toast({ text: "Import undone" }),
      (problem: Error) => toast({ text: problem.message, bad: true }),
    );
  const send = async (file: File, choices: FileChoices, rows: number) => {
    setRunning(true);
    setRefusal(null);
    try {
      const { id } = await add(file, choices);
      // A dialog that was closed meanwhile must not close what is open now.
      if (isOpen.current) onDone();
      toast({ text: importedWords(rows, account), undo: () => undo(id) });
    } catch (problem) {
      setRefusal(refusalOf(problem, [FILE, FIRST_DAY, LAST_DAY]));
      setRunning(false);
    }
  };
  return { isRunning, refusal, forget: () => setRefusal(null), send };
}
