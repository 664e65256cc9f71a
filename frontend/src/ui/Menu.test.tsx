import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Menu } from "./Menu";

afterEach(cleanup);

function show() {
  const onDelete = vi.fn();
  render(
    <>
      <Menu
        label="More actions"
        items={[
          { label: "View on block explorer", icon: "out", href: "https://explorer.example/address/0x8a12" },
          { label: "Delete", icon: "trash", onChoose: onDelete },
        ]}
      />
      <button type="button">Elsewhere</button>
    </>,
  );
  const button = screen.getByRole("button", { name: "More actions" });
  fireEvent.click(button);
  return { button, onDelete };
}

const focused = () => document.activeElement?.textContent;

test("the menu opens at its first entry, arrows move, and Escape returns to its button", () => {
  const { button } = show();
  expect([button.getAttribute("aria-expanded"), focused()]).toEqual(["true", "View on block explorer"]);
  fireEvent.keyDown(document.activeElement ?? button, { key: "ArrowDown" });
  expect(focused()).toBe("Delete");
  fireEvent.keyDown(document.activeElement ?? button, { key: "Escape" });
  expect(screen.queryByRole("menu")).toBeNull();
  expect(document.activeElement).toBe(button);
});

test("a chosen entry closes the menu and gives the focus back first, so that a dialog returns it there", () => {
  const { button, onDelete } = show();
  onDelete.mockImplementation(() => expect(document.activeElement).toBe(button));
  fireEvent.click(screen.getByRole("menuitem", { name: "Delete" }));
  expect(onDelete).toHaveBeenCalledOnce();
  expect(screen.queryByRole("menu")).toBeNull();
});

test("a page on another site opens in a tab of its own and learns nothing about this one", () => {
  show();
  const link = screen.getByRole("menuitem", { name: "View on block explorer" });
  expect([link.getAttribute("target"), link.getAttribute("rel")]).toEqual(["_blank", "noreferrer noopener"]);
});

test("the menu closes when the focus leaves it", () => {
  show();
  const entry = screen.getByRole("menuitem", { name: "Delete" });
  fireEvent.blur(entry, { relatedTarget: screen.getByRole("button", { name: "Elsewhere" }) });
  expect(screen.queryByRole("menu")).toBeNull();
});
