import type { KeyboardEvent } from "react";

/** The buttons of a row that are like this one: those that open its places, or the others. */
const alike = (row: Element, one: HTMLElement): HTMLButtonElement[] => {
  const chevron = "[aria-expanded]";
  return [
    ...row.querySelectorAll<HTMLButtonElement>(one.matches(chevron) ? `button${chevron}` : `button:not(${chevron})`),
  ];
};

/** Moves the focus to the same control of the next or previous row that has one. */
export function moveByArrow(event: KeyboardEvent<HTMLTableElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  const focused = document.activeElement;
  const from = focused?.closest("tbody tr");
  if (step === 0 || !from || !(focused instanceof HTMLButtonElement)) return;
  const rows = [...event.currentTarget.querySelectorAll("tbody tr")].filter((row) => alike(row, focused).length > 0);
  const place = alike(from, focused).indexOf(focused);
  const next = rows[rows.indexOf(from) + step];
  const buttons = next ? alike(next, focused) : [];
  const target = buttons[Math.min(place, buttons.length - 1)];
  if (!target) return;
  event.preventDefault();
  target.focus();
}
