import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { useRovingFocus } from "./useRovingFocus";

afterEach(cleanup);

function List({ names }: { names: readonly string[] }) {
  const [list, onKeyDown] = useRovingFocus<HTMLUListElement>();
  return (
    <ul ref={list} onKeyDown={onKeyDown}>
      {names.map((name) => (
        <li key={name}>
          <button type="button">{name}</button>
        </li>
      ))}
    </ul>
  );
}

const stops = () => screen.getAllByRole("button").map((button) => button.tabIndex);
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

test("a list is one tab stop, and arrows, Home and End move within it", () => {
  render(<List names={["a", "b", "c"]} />);
  expect(stops()).toEqual([0, -1, -1]);
  screen.getByText("a").focus();
  press("ArrowDown");
  expect(document.activeElement?.textContent).toBe("b");
  expect(stops()).toEqual([-1, 0, -1]);
  press("End");
  expect(document.activeElement?.textContent).toBe("c");
  press("ArrowDown");
  expect(document.activeElement?.textContent).toBe("c");
  press("Home");
  expect(document.activeElement?.textContent).toBe("a");
});

test("if the focusable item leaves the list, the first item becomes the tab stop", () => {
  const { rerender } = render(<List names={["a", "b"]} />);
  screen.getByText("a").focus();
  press("ArrowDown");
  rerender(<List names={["a", "c"]} />);
  expect(stops()).toEqual([0, -1]);
});
