import { Link } from "react-router";
import type { SyncStatus } from "./queries";
import css from "./sync.module.css";

function words({ done, total, running, waiting, failed }: SyncStatus): [string, string, "ok" | "busy" | "warn"] {
  if (running + waiting > 0) return [`Reading, ${done} of ${total} done`, "Totals grow meanwhile", "busy"];
  if (failed > 0) return [`${total - failed} of ${total} sources fresh`, `${failed} failed`, "warn"];
  return [`${total} of ${total} sources fresh`, "Everything was read", "ok"];
}

/** One line about all sources, at the foot of the side bar. */
export function SyncLine({ status }: { status: SyncStatus | undefined }) {
  if (!status) return <div className={css.line} />;
  if (status.total === 0) return null;
  const [title, note, state] = words(status);
  return (
    <Link to="/health" className={css.line} data-state={state}>
      <i aria-hidden="true" />
      <span>
        {title}
        <small>{note}</small>
      </span>
    </Link>
  );
}
