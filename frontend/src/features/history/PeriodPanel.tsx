import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import { isDay } from "../../format/calendar";
import { useZone } from "../../format/zone";
import { Button } from "../../ui/Button";
import { Calendar } from "./Calendar";
import { countsApply, type HistoryView } from "./conditions";
import { DayFields, type Draft, Presets } from "./DateFields";
import { ALL_TIME, type Dates, daysOfDates, presetsOf, readPeriod } from "./period";
import css from "./period.module.css";
import { useMatching } from "./queries";
import type { HistoryFilters } from "./types";
import { useVisitor } from "./visitor";
import { entriesWords } from "./words";

/** What is wrong with the days that were entered; empty if they are a period. */
function draftProblem([from, to]: Draft): string {
  if (isDay(from) && isDay(to) && from > to) return "The first day is after the last.";
  return readPeriod(from, to) ? "" : "Enter both days.";
}

interface PeriodPanelProps {
  id: string;
  view: HistoryView;
  onView: (change: Partial<HistoryView>) => void;
  filters: HistoryFilters | undefined;
  today: string;
  onClose: () => void;
}

/** The open dates: presets, which apply at once, and two days that are entered or chosen in a calendar. */
export function PeriodPanel({ id, view, onView, filters, today, onClose }: PeriodPanelProps) {
  const panel = useRef<HTMLFormElement>(null);
  const zone = useZone();
  const visitor = useVisitor();
  const [draft, setDraft] = useState<Draft>(daysOfDates(view, today) ?? [today, today]);
  // A layout effect, so that no keystroke is lost before the panel is painted.
  useLayoutEffect(() => panel.current?.querySelector<HTMLElement>("[aria-pressed=true], button")?.focus(), []);
  const problem = draftProblem(draft);
  const chosen: Dates = { year: [], period: [draft[0], draft[1]] };
  const total = useMatching(problem ? null : { ...view, ...chosen });
  const choose = (dates: Dates) => {
    onView(dates);
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!problem) choose(chosen);
  };
  return (
    <form
      ref={panel}
      id={id}
      className={css.panel}
      aria-label="Dates"
      // Focusable, so that a click inside keeps the focus inside.
      tabIndex={-1}
      onSubmit={submit}
    >
      <div className={css.presets}>
        <Presets
          presets={presetsOf(today, filters?.year_filter ?? [])}
          chosen={view}
          hasCounts={countsApply(view, ALL_TIME)}
          onChoose={choose}
        />
      </div>
      <div className={css.days}>
        <DayFields draft={draft} today={today} onDraft={setDraft} />
        <Calendar draft={draft} today={today} onDraft={setDraft} />
      </div>
      <div className={css.foot}>
        <span role="status">{problem || (visitor ? "Days in UTC" : `Days in your time zone, ${placeOf(zone)}`)}</span>
        <Button small onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" small tone="primary" disabled={problem !== ""}>
          {total === undefined ? "Show entries" : `Show ${entriesWords(total)}`}
        </Button>
      </div>
    </form>
  );
}

/** The place that a zone is named after: `Europe/Stockholm` is Stockholm. */
const placeOf = (zone: string): string => zone.split("/").at(-1)?.replaceAll("_", " ") ?? zone;
