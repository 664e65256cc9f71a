import { Suspense, useRef, useState } from "react";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { lazyPart } from "../../ui/lazyPart";
import { Meter } from "../../ui/Meter";
import {
  gapsInFull,
  isBeingRead,
  isNothingAsked,
  missingWords,
  needsLook,
  readingWords,
  readPart,
  readPercent,
  sinceWords,
} from "./coverage";
import css from "./coverage.module.css";
import type { HistoryCoverage } from "./types";

const AccountsDialog = lazyPart(() => import("./AccountsDialog"), "AccountsDialog");

interface CoverageLineProps {
  coverage: HistoryCoverage;
  /** A card of its own, on phones. */
  isCard: boolean;
}

/**
 * Since when the history is known, and what is still read. It is left out once all is read, but it stays until the page is left
 * if it was there before, so that no row moves.
 */
export function CoverageLine({ coverage, isCard }: CoverageLineProps) {
  const wasShown = useRef(false);
  const [open, setOpen] = useState(false);
  const { complete, gaps } = coverage;
  if (isNothingAsked(coverage) || (complete && gaps.length === 0 && !wasShown.current)) return null;
  wasShown.current = true;
  const since = sinceWords(coverage);
  const missing = missingWords(coverage);
  const isReading = isBeingRead(coverage);
  const dialog = open ? (
    <Suspense>
      <AccountsDialog coverage={coverage} onClose={() => setOpen(false)} />
    </Suspense>
  ) : null;
  const icon = needsLook(coverage) && !isReading ? "alert" : "clock";
  if (isCard)
    return (
      <>
        <button type="button" className={css.card} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Icon name={icon} />
          <span>
            <b>{since}</b>
            <small>
              <span>{missing}</span>
              {isReading ? <span>{`${missing ? " · " : ""}${readPercent(coverage)}`}</span> : null}
            </small>
          </span>
          <Icon name="right" size={16} />
          <span className="vh">Show accounts</span>
        </button>
        {dialog}
      </>
    );
  return (
    <div className={css.line} data-warned={icon === "alert" || undefined}>
      <Icon name={icon} size={16} />
      <p title={gapsInFull(coverage)}>
        <b>{since}</b>
        {missing ? ` · ${missing}` : ""}
      </p>
      {isReading ? (
        <>
          <Meter part={readPart(coverage)} className={css.bar} />
          <span className={css.progress}>{readingWords(coverage)}</span>
        </>
      ) : null}
      <Button tone="link" className={css.show} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Show accounts
      </Button>
      {dialog}
    </div>
  );
}
