import { useEffect, useRef, useState } from "react";
import { count, plural } from "../../format/text";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { Meter } from "../../ui/Meter";
import { Pagination } from "../../ui/Pagination";
import { nearestPage } from "../../ui/paging";
import { RadioGroup } from "../../ui/RadioGroup";
import {
  counts,
  rowStatuses,
  type Sheet,
  toggled,
  type UploadRowStatus,
  uploadRowStatuses,
  withDetection,
} from "./sheet";
import { UploadRowView } from "./UploadRowView";
import css from "./upload.module.css";
import { words } from "./words";

/** The number of rows on a page. */
const PAGE = 50;

interface PreviewProps {
  name: string;
  sheet: Sheet;
  /** Whether nothing in the file states its encoding. */
  isEncodingGuessed: boolean;
  /** The number of names that are not resolved yet. */
  waiting: number;
  lookUpProblem: string;
  onAgain: () => void;
  onChange: (next: (sheet: Sheet) => Sheet) => void;
  onLimit: () => void;
}

/** The progress of resolving names. */
function LookingUp({
  names,
  waiting,
  problem,
  onAgain,
}: {
  names: number;
  waiting: number;
  problem: string;
  onAgain: () => void;
}) {
  if (waiting === 0) return null;
  if (problem)
    return (
      <p className={css.warned} role="alert">
        <Icon name="alert" size={15} />
        <span>
          {plural(waiting, "name")} not looked up yet: {problem}
        </span>
        <Button tone="link" small onClick={onAgain}>
          Try again
        </Button>
      </p>
    );
  return (
    <div className={css.looking}>
      <span>
        Looking up names: {count(names - waiting)} of {count(names)}
      </span>
      <Meter part={(names - waiting) / names} />
    </div>
  );
}

/** The preview of a file: the status of each row, with its actions. */
export function Preview(props: PreviewProps) {
  const { name, sheet, isEncodingGuessed, waiting, lookUpProblem, onAgain, onChange, onLimit } = props;
  const [only, setOnly] = useState<UploadRowStatus | null>(null);
  const [requested, setPage] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const now = rowStatuses(sheet);
  const each = counts(sheet);
  const shown = sheet.rows.map((row, at) => ({ row, status: now[at] ?? row.status }));
  const chosen = only && each.has(only) ? shown.filter(({ status }) => status === only) : shown;
  const pages = Math.max(1, Math.ceil(chosen.length / PAGE));
  const page = nearestPage(requested, pages);
  const over = each.get("over_limit") ?? 0;
  const choose = (status: UploadRowStatus | null) => {
    setOnly(status);
    setPage(0);
  };
  return (
    <div className={css.preview}>
      <h3 ref={heading} tabIndex={-1} className={css.name}>
        {name} <span>{plural(sheet.rows.length, "row")}</span>
      </h3>
      <RadioGroup
        all={sheet.rows.length}
        kinds={uploadRowStatuses
          .filter((status) => each.has(status))
          .map((key) => ({ key, label: words[key].label, rows: each.get(key) ?? 0 }))}
        chosen={only && each.has(only) ? only : null}
        onChoose={choose}
        className={css.scroll}
      />
      {isEncodingGuessed && sheet.rows.some((row) => /[^ -~]/.test(row.nickname ?? "")) ? (
        <p className={css.warned}>
          <Icon name="info" size={15} />
          <span>This file is not UTF-8 and was read as Windows-1252. Check letters with accents in nicknames.</span>
        </p>
      ) : null}
      <LookingUp
        names={sheet.rows.filter((row) => row.isName).length}
        waiting={waiting}
        problem={lookUpProblem}
        onAgain={onAgain}
      />
      {over > 0 ? (
        <p className={css.warned}>
          <Icon name="info" size={15} />
          <span>
            {sheet.room.text}: {plural(over, "row")} will be left out.
            {sheet.room.left > 0 ? " Uncheck others to choose which." : null}
          </span>
          {sheet.room.upgrade_trigger === null ? null : (
            <Button tone="link" small onClick={onLimit}>
              See plans
            </Button>
          )}
        </p>
      ) : null}
      <ul className={css.rows} aria-label="Rows of the file">
        {chosen.slice(page * PAGE, (page + 1) * PAGE).map(({ row, status }) => (
          <UploadRowView
            key={row.line}
            row={row}
            status={status}
            onToggle={() => onChange((sheet) => toggled(sheet, row.line))}
            onFixed={(detection) => onChange((sheet) => withDetection(sheet, row.line, detection))}
          />
        ))}
      </ul>
      {pages > 1 ? (
        <div className={css.foot}>
          <Pagination page={page} pages={pages} onPage={setPage} />
        </div>
      ) : null}
    </div>
  );
}
