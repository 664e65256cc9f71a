import { afterEach, beforeAll, expect, test } from "vitest";
import { keepFocus } from "./keepFocus";

beforeAll(() => {
  // jsdom has no layout, so every element counts as visible.
  Element.prototype.checkVisibility = () => true;
  keepFocus();
});
afterEach(async () => {
  document.body.innerHTML = "";
  await restored();
});

const at = (id: string) => document.getElementById(id) as HTMLElement;
const gone = (id: string) => at(id).remove();
/** Waits until the focus was restored after the changes so far: its frame and timer are requested before these. */
async function restored() {
  await Promise.resolve();
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
/** Returns the focused element after the focus was restored. */
async function focused() {
  await restored();
  return document.activeElement?.id;
}
const button = (id: string) => `<button id="${id}"></button>`;
/** A dialog with a field and two buttons, opened with the focus in its field. */
function open() {
  document.body.insertAdjacentHTML(
    "beforeend",
    `<dialog id="dialog"><input id="price" />${button("set")}${button("no")}</dialog>`,
  );
  at("price").focus();
}

test("after a deletion the element in its place gets the focus", async () => {
  document.body.innerHTML = `<main>${button("a")}${button("b")}${button("c")}</main>`;
  at("b").focus();
  gone("b");
  expect(await focused()).toBe("c");
});

test("closing a dialog whose row was removed focuses the element in the row's place", async () => {
  document.body.innerHTML = `<main>${button("hide")}<ul>${button("first")}${button("second")}</ul></main>`;
  at("hide").focus();
  at("first").focus();
  open();
  at("set").focus();
  at("no").focus();
  gone("first");
  gone("dialog");
  expect(await focused()).toBe("second");
});

test("a field never gets the focus, neither by itself nor in place of the row", async () => {
  document.body.innerHTML = `<main>${button("top")}<input id="address" /><ul>${button("row")}</ul>${button("below")}</main>`;
  at("address").focus();
  at("row").focus();
  open();
  gone("row");
  gone("dialog");
  expect(await focused()).toBe("below");
});

test("the row is remembered however many elements of the dialog had the focus", async () => {
  document.body.innerHTML = `<main>${button("top")}${button("row")}${button("below")}</main>`;
  at("row").focus();
  open();
  for (let i = 0; i < 10; i += 1) at(i % 2 ? "set" : "no").focus();
  gone("row");
  gone("dialog");
  expect(await focused()).toBe("below");
});

test("the focus returns to the button that was left for a field and then a dialog", async () => {
  document.body.innerHTML = `<main>${button("top")}${button("near")}<input id="address" /></main>`;
  at("near").focus();
  at("address").focus();
  open();
  gone("address");
  gone("dialog");
  expect(await focused()).toBe("near");
});
