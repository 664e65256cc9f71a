import { Suspense, useState } from "react";
import { count } from "../../format/text";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { lazyPart } from "../../ui/lazyPart";
import type { Marks } from "./GapMark";
import { type GapActions, GapRow } from "./GapRow";
import { gaps } from "./missing";
import css from "./missing.module.css";
import type { Coverage } from "./types";

const MissingDialog = lazyPart(() => import("./MissingDialog"), "MissingDialog");

/** The number of rows in the card; a dialog lists all of them, so that the card beside it does not grow. */
const SHOWN = 3;

/** Scrolls to the card that the URL names: it is drawn after the page was opened. */
function scrollToNamed(title: HTMLElement | null): void {
  if (title && location.hash === `#${title.id}`) title.scrollIntoView({ block: "center" });
}

interface MissingDataProps {
  coverage: Coverage;
  marks: Marks;
  /** Null in a view-only portfolio. */
  actions: GapActions | null;
}

/** What the total lacks, each with one action. Renders no card if nothing is missing. */
export function MissingData({ coverage, marks, actions }: MissingDataProps) {
  const [open, setOpen] = useState(false);
  const list = gaps(coverage);
  if (list.length === 0) return null;
  return (
    <Card
      title={
        <>
          <span id="missing" ref={scrollToNamed}>
            Not in your total
          </span>{" "}
          <span className={css.count}>{list.length}</span>
        </>
      }
    >
      <ul className={css.list}>
        {list.slice(0, SHOWN).map((gap) => (
          <GapRow key={gap.id} gap={gap} marks={marks} actions={actions} />
        ))}
      </ul>
      {list.length > SHOWN ? (
        <div className={css.more}>
          <Button tone="link" small aria-haspopup="dialog" onClick={() => setOpen(true)}>
            Show all {count(list.length)}
          </Button>
        </div>
      ) : null}
      {open ? (
        <Suspense>
          <MissingDialog list={list} marks={marks} actions={actions} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </Card>
  );
}
