import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";

const buttonsIn = (element: HTMLElement): HTMLElement[] => [
  ...element.querySelectorAll<HTMLElement>("button, a[href]"),
];

/**
 * Makes a list of many buttons one stop of the Tab key: arrows, Home and End go from button to button. The stop is where the
 * focus was last.
 */
export function useRovingFocus<E extends HTMLElement>(): [RefObject<E | null>, (event: KeyboardEvent<E>) => void] {
  const list = useRef<E>(null);
  const current = useRef<HTMLElement | null>(null);
  const mark = () => {
    if (!list.current) return;
    list.current.dataset.roving = "";
    const buttons = buttonsIn(list.current);
    if (!current.current || !buttons.includes(current.current)) current.current = buttons[0] ?? null;
    for (const button of buttons) button.tabIndex = button === current.current ? 0 : -1;
  };
  // After each render: the buttons may be others.
  useEffect(mark);
  const onKeyDown = (event: KeyboardEvent<E>) => {
    if (!list.current) return;
    const buttons = buttonsIn(list.current);
    const at = buttons.indexOf(event.target as HTMLElement);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowRight: at + 1,
      ArrowUp: at - 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: buttons.length - 1,
    };
    const next = buttons[steps[event.key] ?? -1];
    if (at < 0 || !next) return;
    event.preventDefault();
    current.current = next;
    mark();
    next.focus();
  };
  return [list, onKeyDown];
}
