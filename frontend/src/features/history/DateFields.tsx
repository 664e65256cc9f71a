import { useState } from "react";
import { count as countText } from "../../format/text";
import { type Dates, FIRST_DAY, isSameDates, type Preset } from "./period";
import css from "./period.module.css";

/** How many presets are shown first: the recent days and months, this year and two more. */
const FIRST = 8;

interface PresetsProps {
  presets: readonly Preset[];
  chosen: Dates;
  /** Whether their counts, which are of the whole history, are those under the other filters. */
  hasCounts: boolean;
  onChoose: (dates: Dates) => void;
}

/** The dates that are chosen by one press. Earlier years come on request; all time is always the last. */
export function Presets({ presets, chosen, hasCounts, onChoose }: PresetsProps) {
  const [all, setAll] = useState(false);
  const isChosen = ({ dates }: Preset) => isSameDates(dates, chosen);
  const isShown = (preset: Preset, i: number) => all || i < FIRST || i === presets.length - 1 || isChosen(preset);
  const shown = presets.filter(isShown);
  const last = shown.length - 1;
  const button = (preset: Preset) => (
    <button
      key={preset.label}
      type="button"
      // A dialog gives the focus to it, not to a field, which would open the keyboard of a phone.
      data-first={preset === presets[0] ? "" : undefined}
      aria-pressed={isChosen(preset)}
      onClick={() => onChoose(preset.dates)}
    >
      {preset.label}
      {hasCounts && preset.count !== undefined ? <em>{countText(preset.count)}</em> : null}
    </button>
  );
  return (
    <>
      {shown.slice(0, last).map(button)}
      {shown.length < presets.length ? (
        <button type="button" onClick={() => setAll(true)}>
          Earlier years
        </button>
      ) : null}
      {shown.slice(last).map(button)}
    </>
  );
}

/** A day that is being entered; empty or not a day while it is typed. */
export type Draft = readonly [from: string, to: string];

interface DayFieldsProps {
  draft: Draft;
  today: string;
  onDraft: (draft: Draft) => void;
}

/** The first and the last day as fields. */
export const DayFields = ({ draft: [from, to], today, onDraft }: DayFieldsProps) => (
  <div className={css.fields}>
    <label>
      From
      <input
        type="date"
        value={from}
        min={FIRST_DAY}
        max={today}
        onChange={({ target }) => onDraft([target.value, to])}
      />
    </label>
    <label>
      To
      <input
        type="date"
        value={to}
        min={FIRST_DAY}
        max={today}
        onChange={({ target }) => onDraft([from, target.value])}
      />
    </label>
  </div>
);
