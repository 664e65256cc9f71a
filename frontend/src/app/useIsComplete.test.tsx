import { act, cleanup, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useIsComplete } from "./useIsComplete";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Page({ path, isBusy }: { path: string; isBusy: boolean }) {
  const main = useRef<HTMLElement>(null);
  const isComplete = useIsComplete(main, path);
  return (
    <main ref={main} data-complete={isComplete || undefined}>
      <table aria-busy={isBusy || undefined} />
    </main>
  );
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const isComplete = () => screen.getByRole("main").dataset.complete === "true";

test("a page is complete once nothing loads any more, and stays so while a part of it loads again", async () => {
  const { rerender } = render(<Page path="/wallets" isBusy />);
  await pass(1_000);
  expect(isComplete()).toBe(false);
  rerender(<Page path="/wallets" isBusy={false} />);
  await pass(400);
  expect(isComplete()).toBe(true);
  rerender(<Page path="/wallets" isBusy />);
  await pass(400);
  expect(isComplete()).toBe(true);
});

test("another page is complete by itself only", async () => {
  const { rerender } = render(<Page path="/wallets" isBusy={false} />);
  await pass(400);
  rerender(<Page path="/health" isBusy />);
  await pass(400);
  expect(isComplete()).toBe(false);
});

test("a page that loads for long counts as complete", async () => {
  render(<Page path="/wallets" isBusy />);
  await pass(5_100);
  expect(isComplete()).toBe(true);
});
