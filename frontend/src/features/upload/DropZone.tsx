import { type DragEvent, useEffect, useId, useRef, useState } from "react";
import { Spinner } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { InlineFailure } from "../../ui/Note";
import css from "./dropZone.module.css";

interface DropZoneProps {
  isReading: boolean;
  problem: string;
  onFile: (file: File) => void;
}

/** The drop zone for a file, with a description of the format. */
export function DropZone({ isReading, problem, onFile }: DropZoneProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  useEffect(() => input.current?.focus(), []);
  const take = (files: FileList | null) => {
    const file = files?.item(0);
    // The field stays enabled while a file is being read, because disabling it would lose the focus.
    if (file && !isReading) onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <div className={css.choose}>
      <label
        className={css.zone}
        data-over={over || undefined}
        onDrop={drop}
        onDragOver={drag}
        onDragLeave={() => setOver(false)}
      >
        <span className={css.round}>{isReading ? <Spinner /> : <Icon name="upload" size={20} />}</span>
        <b>{isReading ? "Reading file…" : "Upload CSV or text"}</b>
        <span>Drop a file here, or choose one from this device</span>
        <input
          ref={input}
          className="vh"
          type="file"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          aria-label="Upload CSV or text"
          aria-describedby={id}
          aria-busy={isReading}
          onChange={(event) => {
            take(event.target.files);
            // Reset, so that the same file can be chosen again after it was fixed.
            event.target.value = "";
          }}
        />
      </label>
      <div className={css.refused} aria-live="polite">
        {problem ? <InlineFailure>{problem}</InlineFailure> : null}
      </div>
      <div id={id} className={css.how}>
        <p>
          One wallet per line: address or name, then optional nickname and wallet app. A header row is fine. Up to 2 MB
          and 5,000 rows.
        </p>
        <pre>address,nickname,kind{"\n"}vitalik.eth,Savings,ledger</pre>
        <p>Recovery phrases and private keys are removed before anything is sent.</p>
      </div>
      <a className={css.template} href="/spyhop-wallets.csv" download>
        <Icon name="download" size={15} />
        Download a template
      </a>
    </div>
  );
}
