import { type FocusEvent, type KeyboardEvent, Suspense, useId, useRef, useState } from "react";
import { dayAt } from "../../format/calendar";
import { Icon } from "../../ui/Icon";
import { lazyPart } from "../../ui/lazyPart";
import { useNow } from "../../ui/useNow";
import type { HistoryView } from "./conditions";
import { Sketch } from "./KindIcon";
import { ALL_TIME, datesWords, isSameDates } from "./period";
import css from "./period.module.css";
import type { HistoryFilters } from "./types";

const PeriodPanel = lazyPart(() => import("./PeriodPanel"), "PeriodPanel");

interface PeriodSelectProps {
  view: HistoryView;
  onView: (change: Partial<HistoryView>) => void;
  filters: HistoryFilters | undefined;
}

/** The dates of the entries. It closes on Escape and when the focus leaves. */
export function PeriodSelect({ view, onView, filters }: PeriodSelectProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const today = dayAt(useNow());
  const words = datesWords(view, today);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const leave = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    event.stopPropagation();
    close();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the controls inside handle the keys, and the events bubble here
    <div className={css.select} onBlur={leave} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className={css.button}
        aria-label={`Dates: ${words}`}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        data-set={isSameDates(view, ALL_TIME) ? undefined : true}
        onClick={() => setOpen(!open)}
      >
        <Sketch name="calendar" size={15} />
        {words}
        <Icon name="down" size={14} />
      </button>
      {open ? (
        <Suspense>
          <PeriodPanel id={id} view={view} onView={onView} filters={filters} today={today} onClose={close} />
        </Suspense>
      ) : null}
    </div>
  );
}
