import { useId, useState } from "react";
import { shortAddress } from "../../format/text";
import { Button, Spinner } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { FixRow } from "./FixRow";
import type { SheetRow, Verdict } from "./sheet";
import type { Detection } from "./types";
import css from "./upload.module.css";
import { words } from "./words";

interface UploadRowProps {
  row: SheetRow;
  verdict: Verdict;
  onToggle: () => void;
  onFixed: (detection: Detection) => void;
}

const Chip = ({ verdict }: { verdict: Verdict }) => {
  const { label, icon, tone } = words[verdict];
  return (
    <span className={css.verdict} data-tone={tone}>
      <Icon name={icon} size={14} />
      {label}
    </span>
  );
};

/** Where the row is read, whose name it has, or why it is not added. */
function Detail({ row, verdict }: { row: SheetRow; verdict: Verdict }) {
  if (row.waits && verdict !== "excluded")
    return (
      <span className={css.wait}>
        <Spinner />
        Looking up…
      </span>
    );
  const place = row.isName && row.address ? shortAddress(row.address) : "";
  const parts = [row.nickname, row.kind?.name, place, row.found].filter(Boolean).join(" · ");
  return (
    <>
      {parts ? <span>{parts}</span> : null}
      {row.reason ? (
        <span className={verdict === "invalid" || verdict === "secret" ? css.why : ""}>{row.reason}</span>
      ) : null}
    </>
  );
}

/** One line of the file with its verdict. */
export function UploadRowView({ row, verdict, onToggle, onFixed }: UploadRowProps) {
  const id = useId();
  const [isFixing, setFixing] = useState(false);
  const canToggle = verdict === "add" || verdict === "over_limit" || verdict === "excluded";
  const canFix = verdict === "invalid" || verdict === "not_supported";
  const what = row.text || "Not shown";
  return (
    <li className={css.row} data-verdict={verdict}>
      <span className={css.tick}>
        {canToggle ? (
          <input
            type="checkbox"
            checked={!row.isExcluded}
            onChange={onToggle}
            aria-label={`Add line ${row.line}`}
            aria-describedby={id}
          />
        ) : null}
      </span>
      <span className={css.line} title={`Line ${row.line}`}>
        <span className="vh">Line </span>
        {row.line}
      </span>
      <div id={id} className={css.what}>
        {isFixing ? (
          <FixRow
            line={row.line}
            text={row.text}
            onCancel={() => setFixing(false)}
            onFixed={(detection) => {
              setFixing(false);
              onFixed(detection);
            }}
          />
        ) : (
          <>
            <b title={what}>{row.isName ? what : shortAddress(what)}</b>
            <p>
              <Detail row={row} verdict={verdict} />
            </p>
          </>
        )}
      </div>
      <div className={css.state}>
        <Chip verdict={verdict} />
        {canFix && !isFixing ? (
          <Button tone="link" small icon="pen" aria-label={`Fix line ${row.line}`} onClick={() => setFixing(true)}>
            Fix
          </Button>
        ) : null}
      </div>
    </li>
  );
}
