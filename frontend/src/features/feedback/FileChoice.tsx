import { useId, useRef, useState } from "react";
import { IconButton } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { InlineFailure } from "../../ui/Note";
import css from "./fileChoice.module.css";
import { ACCEPTED, fileProblem, sizeText } from "./files";

interface FileChoiceProps {
  file: File | null;
  onChoose: (file: File | null) => void;
}

/** The file that is sent with feedback. */
export function FileChoice({ file, onChoose }: FileChoiceProps) {
  const [problem, setProblem] = useState("");
  const hint = useId();
  const input = useRef<HTMLInputElement>(null);
  const take = (chosen: File | null) => {
    if (!chosen) return;
    const refused = fileProblem(chosen);
    setProblem(refused);
    if (!refused) onChoose(chosen);
  };
  return (
    <div className={css.file}>
      {file ? (
        <p className={css.chosen}>
          <span>{file.name}</span>
          <small>{sizeText(file.size)}</small>
          <IconButton
            icon="close"
            label={`Remove ${file.name}`}
            size={16}
            onClick={() => {
              onChoose(null);
              // The button disappears with the file.
              input.current?.focus();
            }}
          />
        </p>
      ) : null}
      <label className={css.add}>
        <Icon name="upload" size={15} />
        {file ? "Choose another file" : "Add a file"}
        <input
          ref={input}
          className="vh"
          type="file"
          accept={ACCEPTED}
          aria-describedby={hint}
          onChange={(event) => {
            take(event.target.files?.item(0) ?? null);
            // Reset, so that the same file can be chosen again.
            event.target.value = "";
          }}
        />
      </label>
      <p id={hint} className={css.hint}>
        Image, video, PDF, CSV or text, up to 2 MB. Locations are removed from images.
      </p>
      <div aria-live="polite">{problem ? <InlineFailure>{problem}</InlineFailure> : null}</div>
    </div>
  );
}
