import { useEffect, useRef, useState } from "react";
import { plural } from "../../format/text";
import { Button } from "../../ui/Button";
import { InlineFailure } from "../../ui/Note";
import { DropZone } from "./DropZone";
import { Preview } from "./Preview";
import { messageOf, useAddUpload } from "./queries";
import { rowsToAdd } from "./sheet";
import type { AddUploadData, UploadRoom } from "./types";
import css from "./upload.module.css";
import { useSheet } from "./useSheet";

interface UploadWalletsProps {
  /** The user's addresses and names, in lower case. */
  own: ReadonlySet<string>;
  /** A file that was chosen before the dialog opened. */
  file?: File | undefined;
  /** Returns to the form. */
  onBack: () => void;
  /** Called when a limit of the plan is reached. */
  onLimit: (room: UploadRoom) => void;
  onDone: (added: AddUploadData) => void;
}

/** Adds wallets from a file: choose it, preview the rows, add them. */
export default function UploadWallets({ own, file, onBack, onLimit, onDone }: UploadWalletsProps) {
  const { chosen, choose, forget, change, waiting, lookUpProblem, again } = useSheet(own);
  const { mutateAsync: add, isPending } = useAddUpload();
  const [problem, setProblem] = useState("");
  const given = useRef(file);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a file that was chosen before is read once
  useEffect(() => {
    if (given.current) void choose(given.current);
    given.current = undefined;
  }, []);
  const sheet = chosen?.sheet ?? null;
  const wanted = sheet ? rowsToAdd(sheet) : [];
  const send = async () => {
    // The button stays enabled meanwhile, because disabling it would lose the focus.
    if (isPending) return;
    setProblem("");
    try {
      onDone(await add(wanted));
    } catch (thrown) {
      setProblem(messageOf(thrown));
    }
  };
  const other = () => {
    setProblem("");
    forget();
  };
  return (
    <div className={css.upload}>
      {sheet ? (
        <Preview
          name={chosen?.name ?? ""}
          sheet={sheet}
          isEncodingGuessed={chosen?.isEncodingGuessed ?? false}
          waiting={waiting}
          lookUpProblem={lookUpProblem}
          onAgain={again}
          onChange={change}
          onLimit={() => onLimit(sheet.room)}
        />
      ) : (
        <DropZone
          isReading={chosen !== null && chosen.problem === ""}
          problem={chosen?.problem ?? ""}
          onFile={(file) => void choose(file)}
        />
      )}
      {problem ? (
        <div className={css.failed}>
          <InlineFailure>{problem}</InlineFailure>
        </div>
      ) : null}
      <div className={css.act}>
        <Button tone="link" icon="left" onClick={sheet ? other : onBack}>
          {sheet ? "Choose another file" : "Type addresses"}
        </Button>
        {sheet ? (
          <Button
            tone="primary"
            className={css.go}
            disabled={wanted.length === 0}
            busy={isPending}
            onClick={() => void send()}
          >
            Add {plural(wanted.length, "wallet")}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
