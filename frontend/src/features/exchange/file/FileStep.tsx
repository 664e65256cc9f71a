import { type DragEvent, type ReactNode, useId, useState } from "react";
import { Button, Spinner } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import { InlineFailure } from "../../../ui/Note";
import form from "../connectForm.module.css";
import type { ExchangeProfile } from "../types";
import { MOST } from "./checkFile";
import css from "./fileStep.module.css";

/** How a file is chosen; devices without a mouse have no files to drop. */
const Hint = () => (
  <>
    <span className={css.drop}>Or drop it here. </span>Up to {MOST}.
  </>
);

interface DropZoneProps {
  isReading: boolean;
  problem: string;
  onFile: (file: File) => void;
}

/** The zone into which a file is dropped, which is also the button that chooses one. */
function DropZone({ isReading, problem, onFile }: DropZoneProps) {
  const hint = useId();
  const refused = useId();
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const file = files?.item(0);
    // The field stays enabled while a file is being read, because disabling it would lose the focus.
    if (file && !isReading) onFile(file);
  };
  const drag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault();
    setOver(isOver);
  };
  return (
    <>
      <label
        className={css.zone}
        data-over={isOver || undefined}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false);
          take(event.dataTransfer.files);
        }}
      >
        <span className={css.round}>{isReading ? <Spinner /> : <Icon name="upload" size={20} />}</span>
        <b>{isReading ? "Reading the file…" : "Choose a CSV file"}</b>
        <span id={hint}>{isReading ? "Nothing is imported yet." : <Hint />}</span>
        <input
          className="vh"
          type="file"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          aria-label="Choose a CSV file"
          aria-describedby={`${hint} ${refused}`}
          aria-invalid={problem ? true : undefined}
          aria-busy={isReading}
          onChange={(event) => {
            take(event.target.files);
            // Reset, so that the same file can be chosen again after it was fixed.
            event.target.value = "";
          }}
        />
      </label>
      <div id={refused} className={css.refused} aria-live="polite">
        {problem ? <InlineFailure>{problem}</InlineFailure> : null}
      </div>
    </>
  );
}

/** The files that are read, and where people get them. */
const Forms = ({ profile: { name, files } }: { profile: ExchangeProfile }) => (
  <aside className={css.aside} aria-label="Where to get the file">
    <h3>Where to get the file</h3>
    <dl>
      {files.map((one) => (
        <div key={one.name}>
          <dt>{one.name}</dt>
          <dd>{one.place}</dd>
        </div>
      ))}
    </dl>
    <p>Files of other programs and edited files are not read. Choose the file as {name} exported it.</p>
  </aside>
);

interface FileStepProps extends DropZoneProps {
  profile: ExchangeProfile;
  /** What is said beside the buttons. */
  note?: string;
  /** The label of the button that leaves the step. */
  closeLabel?: string;
  onClose: () => void;
  /** What is entered before a file is chosen. */
  children?: ReactNode;
}

const FOR_THE_PAST = "For the history that no key can read.";

/** The first step: choose a file. */
export function FileStep({ profile, note, closeLabel = "Cancel", onClose, children, ...zone }: FileStepProps) {
  return (
    <>
      <div className={`${form.body} ${css.body}`}>
        <div className={css.fields}>
          {children}
          <DropZone {...zone} />
          <ul className={css.facts}>
            <li>
              <Icon name="eye" size={16} />
              You see what would change before anything is imported.
            </li>
            <li>
              <Icon name="copy" size={16} />
              <span>Rows that {profile.name} or another file already has count once.</span>
            </li>
            <li>
              <Icon name="shield" size={16} />
              Spyhop keeps the rows, not the file.
            </li>
          </ul>
        </div>
        <Forms profile={profile} />
      </div>
      <footer className={form.foot}>
        <p>{note ?? FOR_THE_PAST}</p>
        <Button onClick={onClose}>{closeLabel}</Button>
      </footer>
    </>
  );
}
