import { type ReactNode, Suspense, useState } from "react";
import { count, plural } from "../../format/text";
import { Icon } from "../../ui/Icon";
import { lazyPart } from "../../ui/lazyPart";
import { Meter } from "../../ui/Meter";
import { Skeleton } from "../../ui/Skeleton";
import line from "../../ui/statusLine.module.css";
import { useKeepPrevious } from "../../ui/useKeepPrevious";
import { useSyncStatus } from "./queries";
import css from "./readingLine.module.css";
import type { SyncStatus } from "./types";

const ReadingDialog = lazyPart(() => import("./ReadingDialog"), "ReadingDialog");

/** Announces finished reads to screen readers, but not each percent. */
const Announcement = ({ status }: { status: SyncStatus }) => (
  <p className="vh" role="status">
    {status.done} of {plural(status.total, "read")} done{status.failed > 0 ? `, ${status.failed} failed` : ""}
  </p>
);

/** The progress while wallets are being read, otherwise `idle`. What could not be read is counted beside the total. */
export function ReadingLine({ idle }: { idle: ReactNode }) {
  const { data: status, error } = useKeepPrevious(useSyncStatus());
  const [open, setOpen] = useState(false);
  if (!status) return error ? idle : <Skeleton width={240} height={16} />;
  const { done, total, running, waiting } = status;
  return (
    <div className={css.place}>
      <Announcement status={status} />
      {running + waiting > 0 ? (
        <button
          type="button"
          className={line.line}
          data-state="busy"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <i aria-hidden="true" />
          <span>
            <b>Reading wallets</b> {count(done)} of {plural(total, "read")} done
          </span>
          <Meter part={total === 0 ? 0 : done / total} className={css.meter} />
          <Icon name="right" size={14} />
        </button>
      ) : (
        idle
      )}
      {open ? (
        <Suspense>
          <ReadingDialog status={status} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
