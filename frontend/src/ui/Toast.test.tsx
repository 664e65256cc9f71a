import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Toasts } from "./Toast";
import { type ToastText, useToast } from "./toasts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Say({ toast }: { toast: ToastText }) {
  const show = useToast();
  return (
    <button type="button" onClick={() => show(toast)}>
      Say
    </button>
  );
}

function say(toast: ToastText): void {
  render(
    <Toasts>
      <Say toast={toast} />
    </Toasts>,
  );
  fireEvent.click(screen.getByText("Say"));
}

const after = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test("a toast disappears after two seconds", () => {
  say({ text: "Copied" });
  after(1_999);
  expect(screen.queryByText("Copied")).not.toBeNull();
  after(1);
  expect(screen.queryByText("Copied")).toBeNull();
});

test("one with an action stays for eight, and the action closes it", () => {
  const undo = vi.fn();
  say({ text: "PEPE hidden", undo });
  after(7_999);
  fireEvent.click(screen.getByText("Undo"));
  expect(undo).toHaveBeenCalledOnce();
  expect(screen.queryByText("PEPE hidden")).toBeNull();
});

test("one with an action disappears after eight seconds, and nothing is undone", () => {
  const undo = vi.fn();
  say({ text: "PEPE hidden", undo });
  after(7_999);
  expect(screen.queryByText("PEPE hidden")).not.toBeNull();
  after(1);
  expect(screen.queryByText("PEPE hidden")).toBeNull();
  expect(undo).not.toHaveBeenCalled();
});

test("one says what can be done next", () => {
  const run = vi.fn();
  say({ text: "Linked", next: { label: "Add to portfolio", run } });
  after(7_999);
  fireEvent.click(screen.getByText("Add to portfolio"));
  expect(run).toHaveBeenCalledOnce();
  expect(screen.queryByText("Linked")).toBeNull();
});

test("a failure stays for eight seconds: there is more to read in it", () => {
  say({ text: "The server does not answer. Try again in a minute.", bad: true });
  after(7_999);
  expect(screen.queryByText(/^The server does not answer/)).not.toBeNull();
  after(1);
  expect(screen.queryByText(/^The server does not answer/)).toBeNull();
});
