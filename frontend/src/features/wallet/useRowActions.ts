import { useEffect, useRef, useState } from "react";
import { pastedList, tooManyWords } from "./paste";
import { isFilled, isOwn, type OwnWallets, type Row, type RowAction } from "./rows";

interface RowActionsOptions {
  rows: readonly Row[];
  own: OwnWallets;
  dispatch: (action: RowAction) => void;
  mayAdd: (rows: number) => boolean;
  isSingle: boolean;
  /** Whether an empty last row is gone to in place of adding another one. */
  isEmptyRowEnough: boolean;
  canUpload: boolean;
}

/** The actions that add rows to an address form, and why a pasted list was refused. */
export function useRowActions({
  rows,
  own,
  dispatch,
  mayAdd,
  isSingle,
  isEmptyRowEnough,
  canUpload,
}: RowActionsOptions) {
  const [refused, setRefused] = useState("");
  const lastInput = useRef<HTMLInputElement>(null);
  const count = useRef(rows.length);
  useEffect(() => {
    if (rows.length > count.current) lastInput.current?.focus();
    count.current = rows.length;
  }, [rows.length]);
  const add = () => {
    const last = rows.at(-1);
    if (isEmptyRowEnough && last && !isFilled(last) && !last.warning) {
      lastInput.current?.focus();
      return true;
    }
    const counted = rows.filter((row) => !isOwn(row, own)).length;
    const allowed = !isSingle && mayAdd(counted + 1);
    if (allowed) dispatch({ type: "added" });
    return allowed;
  };
  /** Turns a pasted list into rows. If there are too many, or more than the plan allows, it says so and changes nothing. */
  const paste = (id: number, text: string) => {
    const list = isSingle ? null : pastedList(text);
    setRefused(list?.kind === "tooMany" ? tooManyWords(list.size, canUpload) : "");
    if (list?.kind === "secret") dispatch({ type: "typed", id, text: list.text, at: Date.now() });
    else if (list?.kind === "several") {
      const added = list.texts.filter((one) => !own.has(one.trim().toLowerCase())).length;
      const others = rows.filter((row) => row.id !== id && !isOwn(row, own)).length;
      if (mayAdd(others + added)) dispatch({ type: "pasted", id, texts: list.texts });
    }
    return list !== null;
  };
  return { add, paste, refused, clearRefused: () => setRefused(""), lastInput };
}
