import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { loadWords } from "../format/secret";
import { Combobox } from "./Combobox";
import { pasteInto, TWELVE } from "./keys.test-setup";

beforeAll(loadWords);
beforeEach(() => {
  // jsdom has no layout.
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(cleanup);

const rows = ["Ann", "Ben", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe", "Kim"];

function show(selected?: string) {
  const onChoose = vi.fn();
  render(
    <Combobox
      label="Find a name"
      placeholder="Name"
      listLabel="Names"
      matching={(text) => rows.filter((row) => row.toLowerCase().includes(text.toLowerCase()))}
      keyOf={(row) => row}
      {...(selected === undefined ? {} : { selected })}
      option={(row) => row}
      note={(found, text) => (found === 0 ? `No ${text}.` : "")}
      onChoose={onChoose}
    />,
  );
  return onChoose;
}

const field = () => screen.getByRole("combobox") as HTMLInputElement;
const press = (...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(field(), { key });
};
/** The option that Enter would choose. */
const current = () => document.getElementById(field().getAttribute("aria-activedescendant") ?? "")?.textContent;

test("the field has the focus, arrows go around the list and page keys eight rows at a time", () => {
  const onChoose = show();
  expect(document.activeElement).toBe(field());
  expect(current()).toBe("Ann");
  press("ArrowUp");
  expect(current()).toBe("Kim");
  press("ArrowDown", "PageDown");
  expect(current()).toBe("Ida");
  expect(screen.getByRole("option", { selected: true }).textContent).toBe("Ida");
  press("PageUp", "ArrowDown", "Enter");
  expect(onChoose.mock.calls).toEqual([["Ben"]]);
});

test("the arrows start at the selected row, and at the best match after typing", () => {
  const onChoose = show("Eve");
  expect(current()).toBe("Eve");
  press("ArrowDown");
  expect([current(), screen.getByRole("option", { selected: true }).textContent]).toEqual(["Fay", "Eve"]);
  fireEvent.change(field(), { target: { value: "i" } });
  expect(current()).toBe("Cid");
  fireEvent.click(screen.getByRole("option", { name: "Ida" }));
  expect(onChoose.mock.calls).toEqual([["Ida"]]);
});

test("without a match there is a note and nothing to choose", () => {
  const onChoose = show();
  fireEvent.change(field(), { target: { value: "x" } });
  expect(screen.getByText("No x.")).toBeTruthy();
  press("ArrowDown", "Enter");
  expect(onChoose).not.toHaveBeenCalled();
});

test("a pasted phrase is cleared and not searched for", () => {
  show();
  pasteInto(field(), TWELVE);
  expect(field().value).toBe("");
  expect(screen.getByText(/looks like a recovery phrase/)).toBeTruthy();
  expect(screen.getAllByRole("option")).toHaveLength(rows.length);
});
