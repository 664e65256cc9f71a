import { useCallback, useEffect, useRef, useState } from "react";
import { RefusedFile, textOf, withoutSecrets } from "./file";
import { detectAll, messageOf, useReadUpload } from "./queries";
import { namesWaiting, type Sheet, sheetOf, withDetection } from "./sheet";

/** The number of names per request; each answer advances the progress bar. */
const NAMES_PER_REQUEST = 20;

/** A chosen file with its rows. */
export interface Chosen {
  name: string;
  sheet: Sheet | null;
  /** Set where the letters beside addresses may be wrong, because nothing in the file states its encoding. */
  isEncodingGuessed: boolean;
  problem: string;
}

/** The state of an upload: the file, its rows, and the resolution of names. */
export function useSheet(own: ReadonlySet<string>) {
  const { mutateAsync: read } = useReadUpload();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [lookUpProblem, setLookUpProblem] = useState("");
  const change = useCallback(
    (next: (sheet: Sheet) => Sheet) => setChosen((now) => (now?.sheet ? { ...now, sheet: next(now.sheet) } : now)),
    [],
  );
  const latest = useRef(0);
  const choose = async (file: File) => {
    latest.current += 1;
    const turn = latest.current;
    const keep = (found: Partial<Chosen>) => {
      if (turn === latest.current)
        setChosen({ name: file.name, sheet: null, isEncodingGuessed: false, problem: "", ...found });
    };
    keep({});
    setLookUpProblem("");
    try {
      const { text: whole, encoding } = await textOf(file);
      const { text, secrets } = withoutSecrets(whole);
      // A file that contained only secrets has nothing left to send.
      if (text.trim() === "" && secrets.length > 0)
        throw new RefusedFile(`This file contains a ${secrets[0]?.secret}. We did not send it. Delete the file.`);
      const sheet = sheetOf(await read(text), secrets, own);
      keep({ sheet, isEncodingGuessed: encoding === "windows-1252" });
    } catch (problem) {
      keep({ problem: messageOf(problem) });
    }
  };
  const forget = () => {
    latest.current += 1;
    setChosen(null);
  };
  const waiting = chosen?.sheet ? namesWaiting(chosen.sheet) : [];
  const next = waiting.slice(0, NAMES_PER_REQUEST);
  const key = next.map((row) => `${row.line} ${row.text}`).join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the rows
  useEffect(() => {
    if (next.length === 0 || lookUpProblem) return;
    const controller = new AbortController();
    detectAll(
      next.map((row) => row.text),
      controller.signal,
    ).then(
      (found) =>
        change((sheet) =>
          next.reduce((so, row, at) => {
            const detection = found[at];
            return detection ? withDetection(so, row.line, detection) : so;
          }, sheet),
        ),
      (problem: unknown) => {
        if (!controller.signal.aborted) setLookUpProblem(messageOf(problem));
      },
    );
    return () => controller.abort();
  }, [key, lookUpProblem]);
  const again = () => setLookUpProblem("");
  return { chosen, choose, forget, change, waiting: waiting.length, lookUpProblem, again };
}
