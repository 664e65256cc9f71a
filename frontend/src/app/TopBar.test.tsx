import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { loadWords } from "../format/secret";
import { pasteInto, TWELVE, TWENTY_FOUR, typeKeys } from "../ui/keys.test-setup";
import { usePaletteKey } from "./FindButton";
import { TopBar } from "./TopBar";

beforeAll(loadWords);
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const field = () => screen.getByLabelText("Add or open an address or ENS name") as HTMLInputElement;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function bar() {
  const onAdd = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <TopBar isAnonymous={false} onAdd={onAdd} onFind={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return onAdd;
}
const submit = () => fireEvent.submit(field().closest("form") as HTMLFormElement);

test.each([
  ["twelve words", TWELVE, 80],
  ["24 words, with a pause after each key", TWENTY_FOUR, 700],
])("a phrase that is typed into the search is not passed on: %s", async (_, phrase, ms) => {
  const onAdd = bar();
  await typeKeys(field, phrase, () => pass(ms));
  expect(screen.getByText(/looks like a recovery phrase/)).toBeTruthy();
  submit();
  expect(onAdd).not.toHaveBeenCalled();
});

test("the beginning of a phrase is not passed on either", async () => {
  const onAdd = bar();
  await typeKeys(field, "legal winner", () => pass(80));
  submit();
  expect(onAdd).not.toHaveBeenCalled();
  expect(screen.getByText(/^Not a valid address or name/)).toBeTruthy();
});

test("a phrase that is pasted is cleared, and an address after it is passed on", async () => {
  const onAdd = bar();
  pasteInto(field(), TWENTY_FOUR);
  expect(field().value).toBe("");
  await pass(2000);
  await typeKeys(field, "vitalik.eth", () => pass(80));
  submit();
  expect(onAdd).toHaveBeenCalledExactlyOnceWith("vitalik.eth");
});

test("the palette opens by ⌘K and Ctrl K, and not while a dialog is open", () => {
  const onOpen = vi.fn();
  const Keys = () => {
    usePaletteKey(onOpen);
    return <input aria-label="Somewhere" />;
  };
  render(<Keys />);
  fireEvent.keyDown(document.body, { key: "k" });
  expect(onOpen).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: "k", metaKey: true });
  fireEvent.keyDown(screen.getByLabelText("Somewhere"), { key: "K", ctrlKey: true });
  expect(onOpen).toHaveBeenCalledTimes(2);
  const dialog = document.createElement("dialog");
  dialog.setAttribute("open", "");
  document.body.append(dialog);
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  dialog.remove();
  expect(onOpen).toHaveBeenCalledTimes(2);
});

test("amounts are hidden and shown from every page, also by keys", () => {
  bar();
  const eye = (name: string) => screen.getByRole("button", { name });
  expect(eye("Hide amounts").title).toBe("Hide amounts (Ctrl .)");
  fireEvent.click(eye("Hide amounts"));
  expect(eye("Show amounts").getAttribute("aria-keyshortcuts")).toBe("Control+. Meta+.");
  fireEvent.keyDown(document, { key: ".", ctrlKey: true });
  expect(eye("Hide amounts")).toBeTruthy();
  fireEvent.keyDown(field(), { key: "." });
  expect(eye("Hide amounts")).toBeTruthy();
});
