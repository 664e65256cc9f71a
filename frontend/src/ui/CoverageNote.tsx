import type { ReactNode } from "react";
import { plural } from "../format/text";
import { date } from "../format/time";
import css from "./coverageNote.module.css";
import { Icon } from "./Icon";

interface Coverage {
  complete: boolean;
  /** The first moment from which everything is known; null while it is not. */
  known_since: string | null;
  accounts: number;
  accounts_done: number;
  gaps: readonly { kind: string; text: string }[];
}

interface CoverageNoteProps {
  coverage: Coverage;
  /** The button that shows how far each account is read; null for visitors. */
  accounts: ReactNode;
}

/** How much of the history a report covers. */
export function CoverageNote({ coverage, accounts }: CoverageNoteProps) {
  const { complete, known_since: since, accounts: all, accounts_done: done, gaps } = coverage;
  const known = since === null ? "History not known yet" : `History known since ${date(since)}`;
  const reading = done < all ? `${plural(all - done, "account")} still reading.` : complete ? "" : "Not complete.";
  return (
    <div className={css.note} data-warned={complete ? undefined : true}>
      <Icon name="clock" size={16} />
      <span>
        <b>{known}</b>
        {reading ? ` · ${reading}` : ""}
        {gaps.map(({ kind, text }) => (
          <small key={kind + text}>{text}</small>
        ))}
      </span>
      {accounts}
    </div>
  );
}
