import { useId, useState } from "react";
import { shortAddress } from "../../format/text";
import { Button, Spinner } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { FixRow } from "./FixRow";
import type { SheetRow, UploadRowStatus } from "./sheet";
import type { Detection } from "./types";
import css from "./upload.module.css";
import { words } from "./words";

interface UploadRowProps {
  row: SheetRow;
  status: UploadRowStatus;
  onToggle: () => void;
  onFixed: (detection: Detection) => void;
}

const Chip = ({ status }: { status: UploadRowStatus }) => {
  const { label, icon, tone } = words[status];
  return (
    <span className={css.status} data-tone={tone}>
      <Icon name={icon} size={14} />
      {label}
    </span>
  );
};

/** The detail of a row: its networks, its nickname, or why it is not added. */
function Detail({ row, status }: { row: SheetRow; status: UploadRowStatus }) {
  if (row.waits && status !== "excluded")
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
        <span className={status === "invalid" || status === "secret" ? css.why : ""}>{row.reason}</span>
      ) : null}
    </>
  );
}

/** A row of the file with its status. */
export function UploadRowView({ row, status, onToggle, onFixed }: UploadRowProps) {
  const id = useId();
  const [isFixing, setFixing] = useState(false);
  const canToggle = status === "add" || status === "over_limit" || status === "excluded";
  const canFix = status === "invalid" || status === "not_supported";
  const what = row.text || "Not shown";
  return (
    <li className={css.row} data-verdict={status}>
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
              <Detail row={row} status={status} />
            </p>
          </>
        )}
      </div>
      <div className={css.state}>
        <Chip status={status} />
        {canFix && !isFixing ? (
          <Button tone="link" small icon="pen" aria-label={`Fix line ${row.line}`} onClick={() => setFixing(true)}>
            Fix
          </Button>
        ) : null}
      </div>
    </li>
  );
}
