import { Suspense, useState } from "react";
import { Button } from "../../ui/Button";
import { Icon, type IconName } from "../../ui/Icon";
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

interface CoverageCardProps {
  coverage: HistoryCoverage;
  icon: IconName;
  onOpen: () => void;
}

function CoverageCard({ coverage, icon, onOpen }: CoverageCardProps) {
  const percent = isBeingRead(coverage) ? readPercent(coverage) : "";
  const words = [missingWords(coverage), percent].filter(Boolean).join(" · ");
  return (
    <button type="button" className={css.card} aria-haspopup="dialog" onClick={onOpen}>
      <Icon name={icon} />
      <span>
        <b>{sinceWords(coverage)}</b>
        {words ? <small>{words}</small> : null}
      </span>
      <Icon name="right" size={16} />
      <span className="vh">Show accounts</span>
    </button>
  );
}

/** Since when the history is known, and what is still read or missing. */
export function CoverageLine({ coverage, isCard }: CoverageLineProps) {
  const [open, setOpen] = useState(false);
  if (isNothingAsked(coverage)) return null;
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
        <CoverageCard coverage={coverage} icon={icon} onOpen={() => setOpen(true)} />
        {dialog}
      </>
    );
  return (
    <div className={css.line} data-warned={icon === "alert" || undefined}>
      <Icon name={icon} size={16} />
      <p title={gapsInFull(coverage)}>
        <b>{sinceWords(coverage)}</b>
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
