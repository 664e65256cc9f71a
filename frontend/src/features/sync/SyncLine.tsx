import { Link } from "react-router";
import { count, plural } from "../../format/text";
import css from "./sync.module.css";
import type { SyncStatus } from "./types";

interface SyncLineProps {
  status: SyncStatus | undefined;
  /** What the figures lack; null if nothing, undefined until it is known. */
  missing: string | null | undefined;
}

interface Summary {
  title: string;
  note: string;
  state: "ok" | "busy" | "warn";
  /** Whether the user can fix it. */
  canFix?: boolean;
}

function summaryOf({ done, total, running, waiting, failed }: SyncStatus, missing: SyncLineProps["missing"]): Summary {
  if (running + waiting > 0)
    return {
      title: `Updating, ${count(done)} of ${plural(total, "read")} done`,
      note: "Totals may still grow",
      state: "busy",
    };
  const title = total === 0 ? "Nothing to update" : `${count(total - failed)} of ${plural(total, "read")} done`;
  if (missing) return { title, note: missing, state: "warn", canFix: true };
  if (failed > 0) return { title, note: `${plural(failed, "read")} failed`, state: "warn" };
  if (missing === undefined) return { title, note: "Checking for missing data…", state: "busy" };
  return { title, note: "Nothing is missing", state: "ok" };
}

/** The state of all sources and what the figures lack, in one line at the bottom of the sidebar. */
export function SyncLine({ status, missing }: SyncLineProps) {
  if (!status) return <div className={css.line} />;
  if (status.total === 0 && !missing) return null;
  const { title, note, state, canFix } = summaryOf(status, missing);
  return (
    <Link to="/health" className={css.line} data-state={state}>
      <i aria-hidden="true" />
      <span>
        {title}
        <small>
          {note}
          {canFix ? <b>Fix now</b> : null}
        </small>
      </span>
    </Link>
  );
}
