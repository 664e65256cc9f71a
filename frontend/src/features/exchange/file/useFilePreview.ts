import { useEffect, useRef, useState } from "react";
import type { FileTarget } from "../accounts";
import { refusalOf } from "../mutations";
import type { ExchangeFilePreview } from "../types";
import { fileProblem } from "./checkFile";
import { previewFile } from "./mutations";

/** The field of the file as the calls name it. */
export const FILE = "file";

/** A file that was chosen. */
export interface ChosenFile {
  file: File;
  /** What it would change; null until that is known. */
  preview: ExchangeFilePreview | null;
  /** Why it cannot be imported; empty while it can. */
  problem: string;
}

const problemOf = (thrown: unknown): string => {
  const { fields, text } = refusalOf(thrown, [FILE]);
  return fields[FILE] ?? text;
};

/** The file that is chosen, and what it would change. A file that is chosen later takes the place of the one before. */
export function useFilePreview(account: FileTarget) {
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const choose = async (file: File) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const keep = (found: Partial<ChosenFile>) => {
      if (!signal.aborted) setChosen({ file, preview: null, problem: "", ...found });
    };
    keep({});
    try {
      const problem = await fileProblem(file);
      if (signal.aborted) return;
      keep(problem ? { problem } : { preview: await previewFile(account, file, signal) });
    } catch (thrown) {
      keep({ problem: problemOf(thrown) });
    }
  };
  const forget = () => {
    running.current?.abort();
    setChosen(null);
  };
  return { chosen, choose, forget };
}
