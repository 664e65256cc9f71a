import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { loadWords } from "../../format/secret";
import { pasteInto, TWELVE, TWENTY_FOUR, typeKeys } from "../../ui/keys.test-setup";
import { FixRow } from "./FixRow";
import { detectAll } from "./queries";

vi.mock("./queries", async (original) => ({
  ...(await original<typeof import("./queries")>()),
  detectAll: vi.fn(async () => []),
}));

beforeAll(loadWords);
beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(detectAll).mockClear();
  render(<FixRow line={3} text="" onCancel={vi.fn()} onFixed={vi.fn()} />);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const field = () => screen.getByLabelText("Address or name of line 3") as HTMLInputElement;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const check = () => act(async () => void fireEvent.submit(field().closest("form") as HTMLFormElement));

test.each([
  ["twelve words", TWELVE, 80],
  ["24 words, slowly", TWENTY_FOUR, 1500],
])("a phrase that is typed in the place of an address is not looked up: %s", async (_, phrase, ms) => {
  await typeKeys(field, phrase, () => pass(ms));
  expect(screen.getByText(/looks like a recovery phrase/)).toBeTruthy();
  await check();
  expect(detectAll).not.toHaveBeenCalled();
});

test("a phrase that is pasted is cleared, and a name after it is looked up", async () => {
  pasteInto(field(), TWELVE);
  expect(field().value).toBe("");
  pasteInto(field(), "vitalik.eth");
  await check();
  expect(detectAll).toHaveBeenCalledExactlyOnceWith(["vitalik.eth"], expect.any(AbortSignal));
});
