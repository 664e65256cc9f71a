// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useQuietScroll } from "./useQuietScroll";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  onPress.mockClear();
  vi.useRealTimers();
});

function Long() {
  const element = useRef<HTMLElement>(null);
  useQuietScroll(element);
  return (
    <section ref={element} aria-label="long">
      <button type="button" onClick={onPress}>
        row
      </button>
    </section>
  );
}

const onPress = vi.fn();

const isMoving = () => screen.getByRole("region", { name: "long" }).hasAttribute("data-moving");

const moved = (movementY: number) => new MouseEvent("mousemove", { movementX: 0, movementY });

test("rows rest while the page moves, and a moment longer", () => {
  render(<Long />);
  expect(isMoving()).toBe(false);
  fireEvent.scroll(window);
  vi.advanceTimersByTime(100);
  fireEvent.scroll(document.body);
  vi.advanceTimersByTime(100);
  expect(isMoving()).toBe(true);
  vi.advanceTimersByTime(50);
  expect(isMoving()).toBe(false);
});

test("a pointer that moves is answered at once, one that rests is not", () => {
  render(<Long />);
  fireEvent.scroll(window);
  window.dispatchEvent(moved(0));
  expect(isMoving()).toBe(true);
  window.dispatchEvent(moved(3));
  expect(isMoving()).toBe(false);
});

test("a cover that comes after a press does not take its click", () => {
  render(<Long />);
  fireEvent.pointerDown(screen.getByRole("button"));
  fireEvent.scroll(window);
  expect(isMoving()).toBe(false);
  fireEvent.pointerUp(screen.getByRole("button"));
  fireEvent.scroll(window);
  expect(isMoving()).toBe(true);
});

test("a press on the cover is one on what lies below it, once", () => {
  render(<Long />);
  const [long, row] = [screen.getByRole("region"), screen.getByRole("button")];
  document.elementFromPoint = () => (isMoving() ? long : row);
  fireEvent.scroll(window);
  fireEvent.pointerDown(long);
  fireEvent.pointerUp(long);
  fireEvent.click(long);
  expect(onPress).toHaveBeenCalledTimes(1);
  expect(document.activeElement).toBe(row);
  fireEvent.click(long);
  expect(onPress).toHaveBeenCalledTimes(1);
  fireEvent.pointerDown(long);
  fireEvent.click(long);
  expect(onPress, "nothing covered it").toHaveBeenCalledTimes(1);
});
