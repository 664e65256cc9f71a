import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Dialog } from "./Dialog";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const root = document.documentElement;
const isLocked = (): boolean => root.dataset.scrollLocked !== undefined;
const dialog = (title: string) => (
  <Dialog title={title} onClose={() => undefined}>
    {null}
  </Dialog>
);

test("the page cannot scroll until the last dialog is closed", () => {
  const first = render(dialog("First"));
  const second = render(dialog("Second"));
  expect(isLocked()).toBe(true);
  first.unmount();
  expect(isLocked()).toBe(true);
  second.unmount();
  expect(isLocked()).toBe(false);
});

test("the width of the scroll bar is reserved, so that nothing moves", () => {
  vi.spyOn(root, "clientWidth", "get").mockReturnValue(window.innerWidth - 15);
  const { unmount } = render(dialog("First"));
  expect(root.style.getPropertyValue("--scroll-bar")).toBe("15px");
  unmount();
  expect(root.style.getPropertyValue("--scroll-bar")).toBe("");
});
