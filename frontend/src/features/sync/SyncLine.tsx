import { Link } from "react-router";
import { count } from "../../format/text";
import type { SyncStatus } from "./queries";
import css from "./sync.module.css";

function words({ done, total, running, waiting, failed }: SyncStatus): [string, string, "ok" | "busy" | "warn"] {
  if (running + waiting > 0)
    return [`Reading, ${count(done)} of ${count(total)} done`, "Totals grow meanwhile", "busy"];
  if (failed > 0)
    return [`${count(total - failed)} of ${count(total)} sources fresh`, `${count(failed)} failed`, "warn"];
  return [`${count(total)} of ${count(total)} sources fresh`, "Everything was read", "ok"];
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
