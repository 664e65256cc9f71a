import { count } from "../../format/text";
import { Dialog } from "../../ui/Dialog";
import { ReadingList } from "./ReadingList";
import css from "./reading.module.css";
import type { SyncStatus } from "./types";

/** The dialog with the progress of every read. */
export const ReadingDialog = ({ status, onClose }: { status: SyncStatus; onClose: () => void }) => (
  <Dialog
    title="Sources read"
    subtitle={`${count(status.done)} of ${count(status.total)} done${status.failed > 0 ? `, ${count(status.failed)} failed` : ""}. Totals grow as each one finishes.`}
    shape="wide"
    onClose={onClose}
  >
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
    <section className={css.body} tabIndex={0} aria-label="List of reads">
      <ReadingList status={status} />
    </section>
  </Dialog>
);
