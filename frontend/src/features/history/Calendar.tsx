import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { isDay, lastOfMonth, shiftedDay, shiftedMonth } from "../../format/calendar";
import { IconButton } from "../../ui/Button";
import css from "./calendar.module.css";
import { dayName, monthName } from "./period";

/** The columns, Monday first. */
const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** The days of the month of a day. */
function daysOfMonth(day: string): string[] {
  const first = shiftedMonth(day, 0);
  return Array.from({ length: Number(lastOfMonth(day).slice(8)) }, (_, i) => shiftedDay(first, i));
}

/** The column of a day, from 1. */
const columnOf = (day: string): number => ((new Date(day).getUTCDay() + 6) % 7) + 1;

/** The day to which a key moves the focus. */
function movedDay(day: string, key: string): string | null {
  const days: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
  const by = days[key];
  if (by !== undefined) return shiftedDay(day, by);
  if (key === "Home") return shiftedMonth(day, 0);
  if (key === "End") return lastOfMonth(day);
  if (key !== "PageUp" && key !== "PageDown") return null;
  const month = shiftedMonth(day, key === "PageUp" ? -1 : 1);
  const same = `${month.slice(0, 8)}${day.slice(8)}`;
  return isDay(same) ? same : lastOfMonth(month);
}

interface CalendarProps {
  draft: readonly [from: string, to: string];
  today: string;
  onDraft: (draft: readonly [from: string, to: string]) => void;
}

/** A month in which two presses choose the first and the last day. Arrows move by a day and a week, Page Up and Page Down by a month. */
export function Calendar({ draft: [from, to], today, onDraft }: CalendarProps) {
  const [focused, setFocused] = useState(isDay(to) ? to : today);
  /** The first day, while the last one is still to be pressed. */
  const [first, setFirst] = useState<string | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const moves = useRef(false);
  useEffect(() => {
    if (moves.current) grid.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus();
    moves.current = false;
  }, [focused]);
  // A month that is entered in a field is shown.
  useEffect(() => {
    if (isDay(to) && to <= today) setFocused(to);
  }, [to, today]);
  const press = (day: string) => {
    setFocused(day);
    setFirst(first === null ? day : null);
    onDraft(first === null ? [day, day] : day < first ? [day, first] : [first, day]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = movedDay(focused, event.key);
    if (next === null) return;
    event.preventDefault();
    moves.current = true;
    setFocused(next > today ? today : next);
  };
  const turn = (by: number) => {
    const month = shiftedMonth(focused, by);
    setFocused(lastOfMonth(month) > today ? today : by < 0 ? lastOfMonth(month) : month);
  };
  return (
    <div className={css.calendar}>
      <div className={css.head}>
        <IconButton icon="left" size={16} label="Previous month" onClick={() => turn(-1)} />
        <span aria-live="polite">{monthName(focused)}</span>
        <IconButton
          icon="right"
          size={16}
          label="Next month"
          disabled={lastOfMonth(focused) >= today}
          onClick={() => turn(1)}
        />
      </div>
      <div className={css.weekdays} aria-hidden="true">
        {WEEKDAYS.map((name) => (
          <span key={name}>{name.charAt(0)}</span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has no columns */}
      <div ref={grid} className={css.grid} role="group" aria-label={monthName(focused)} onKeyDown={onKeyDown}>
        {daysOfMonth(focused).map((day) => (
          <button
            key={day}
            type="button"
            data-day={day}
            data-end={day === from ? (day === to ? "both" : "from") : day === to ? "to" : undefined}
            data-in={(from <= day && day <= to) || undefined}
            style={{ gridColumn: columnOf(day) }}
            tabIndex={day === focused ? 0 : -1}
            aria-label={dayName(day)}
            aria-pressed={from <= day && day <= to}
            aria-current={day === today ? "date" : undefined}
            disabled={day > today}
            onClick={() => press(day)}
          >
            {Number(day.slice(8))}
          </button>
        ))}
      </div>
    </div>
  );
}
