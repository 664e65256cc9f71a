import { type ReactNode, Suspense, useState } from "react";
import { count, plural } from "../../format/text";
import { Icon } from "../../ui/Icon";
import { lazyPreload } from "../../ui/lazyPreload";
import { Meter } from "../../ui/Meter";
import { Skeleton } from "../../ui/Skeleton";
import line from "../../ui/statusLine.module.css";
import { useKeepPrevious } from "../../ui/useKeepPrevious";
import { useSyncStatus } from "./queries";
import css from "./readingLine.module.css";
import type { SyncStatus } from "./types";

const ReadingDialog = lazyPreload(() => import("./ReadingDialog"), "ReadingDialog");

/** Announces finished reads to screen readers, but not each percent. */
const Announcement = ({ status }: { status: SyncStatus }) => (
  <p className="vh" role="status">
    {status.done} of {plural(status.total, "read")} done{status.failed > 0 ? `, ${status.failed} failed` : ""}
  </p>
);

/** The progress while wallets are being read, then what failed; otherwise `idle`. */
export function ReadingLine({ idle }: { idle: ReactNode }) {
  const { data: status, error } = useKeepPrevious(useSyncStatus());
  const [open, setOpen] = useState(false);
  if (!status) return error ? idle : <Skeleton width={240} height={16} />;
  const { done, total, running, waiting, failed } = status;
  const isBusy = running + waiting > 0;
  return (
    <div className={css.place}>
      <Announcement status={status} />
      {isBusy || failed > 0 ? (
        <button
          type="button"
          className={line.line}
          data-state={isBusy ? "busy" : "warn"}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <i aria-hidden="true" />
          <span>
            {isBusy ? (
              <>
                <b>Reading wallets</b> {count(done)} of {plural(total, "read")} done
              </>
            ) : (
              <>
                <b>{plural(failed, "read")} failed</b> of {count(total)}
              </>
            )}
          </span>
          {isBusy ? <Meter part={total === 0 ? 0 : done / total} className={css.meter} /> : null}
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
