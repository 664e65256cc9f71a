import { waitFor } from "@testing-library/dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loaderOf, loadOnIntent } from "./loadPage";
import { type AppPage, pages } from "./pages";

const loaded: string[] = [];
const record = vi.hoisted(() => (name: string, list: () => string[]) => async () => {
  list().push(name);
  return { default: () => null };
});
vi.mock(
  "./WalletsRoute",
  record("wallets", () => loaded),
);
vi.mock(
  "./HealthRoute",
  record("health", () => loaded),
);

const link = (href: string, inside = "") => {
  document.body.innerHTML = `<a href="${href}"><span>${inside}</span></a><button>x</button>`;
  return document.querySelector("span") as HTMLElement;
};
const connection = (saveData: boolean) =>
  Object.defineProperty(navigator, "connection", { value: { saveData }, configurable: true });

let end = () => {};
beforeEach(() => {
  loaded.length = 0;
  vi.resetModules();
});
afterEach(() => {
  end();
  connection(false);
});

const settle = () => new Promise((resolve) => setTimeout(resolve));

test("a page is loaded when a link to it is hovered, focused or touched, and nothing before", async () => {
  end = loadOnIntent();
  await settle();
  expect(loaded).toEqual([]);
  link("/wallets?sort=name#x", "Wallets").dispatchEvent(new Event("pointerover", { bubbles: true }));
  await waitFor(() => expect(loaded).toEqual(["wallets"]));
  for (const href of ["https://example.org/health", "/nowhere"])
    link(href).dispatchEvent(new Event("focusin", { bubbles: true }));
  await settle();
  expect(loaded).toEqual(["wallets"]);
  link("/health").dispatchEvent(new Event("touchstart", { bubbles: true }));
  await waitFor(() => expect(loaded).toEqual(["wallets", "health"]));
});

test("nothing is loaded ahead where data is saved", async () => {
  connection(true);
  end = loadOnIntent();
  link("/wallets").dispatchEvent(new Event("pointerover", { bubbles: true }));
  await settle();
  expect(loaded).toEqual([]);
});

test("each page of the list has its file, and a page without one is refused", () => {
  for (const page of pages) expect(loaderOf(page)).toBeTypeOf("function");
  expect(() => loaderOf({ ...pages[0], file: "MissingRoute" } as AppPage)).toThrow("no file MissingRoute");
});
