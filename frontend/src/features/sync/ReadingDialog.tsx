import { count, plural } from "../../format/text";
import { Dialog } from "../../ui/Dialog";
import { ReadingList } from "./ReadingList";
import css from "./reading.module.css";
import type { SyncStatus } from "./types";

/** The dialog with the progress of every source. */
export const ReadingDialog = ({ status, onClose }: { status: SyncStatus; onClose: () => void }) => (
  <Dialog
    title="Reads"
    subtitle={`${count(status.done)} of ${plural(status.total, "read")} done${status.failed > 0 ? `, ${count(status.failed)} failed` : ""}. Totals appear as each source answers.`}
    shape="wide"
    onClose={onClose}
  >
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
    <section className={css.body} tabIndex={0} aria-label="List of reads">
      <ReadingList status={status} />
    </section>
  </Dialog>
);
