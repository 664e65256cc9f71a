import { useState } from "react";
import { dayAt } from "../../format/calendar";
import { useZone } from "../../format/zone";
import { useNow } from "../../ui/useNow";
import { countsApply, type HistoryView } from "./conditions";
import { DayFields, Presets } from "./DateFields";
import { ALL_TIME, daysOfDates, presetsOf, readPeriod } from "./period";
import css from "./sheet.module.css";
import type { HistoryFilters } from "./types";

interface DateChoicesProps {
  view: HistoryView;
  onView: (change: Partial<HistoryView>) => void;
  filters: HistoryFilters | undefined;
}

/** The dates in the sheet: presets, and two days, which apply once both are a period. */
export function DateChoices({ view, onView, filters }: DateChoicesProps) {
  const today = dayAt(useNow());
  const zone = useZone();
  const [typed, setTyped] = useState<readonly [string, string] | null>(null);
  const draft = typed ?? daysOfDates(view, today) ?? ["", ""];
  const onDraft = ([from, to]: readonly [string, string]) => {
    const period = readPeriod(from, to);
    setTyped(period ? null : [from, to]);
    if (period) onView({ year: [], period });
  };
  return (
    <fieldset className={css.choices}>
      <legend>Dates, days in {zone}</legend>
      <Presets
        presets={presetsOf(today, filters?.year_filter ?? [])}
        chosen={view}
        hasCounts={countsApply(view, ALL_TIME)}
        onChoose={(dates) => {
          setTyped(null);
          onView({ ...dates });
        }}
      />
      <DayFields draft={draft} today={today} onDraft={onDraft} />
    </fieldset>
  );
}
