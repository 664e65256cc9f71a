import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Toasts } from "../../ui/Toast";
import { MobileNotice } from "./MobileNotice";
import { isAnswered } from "./prompts";

const subscribe = vi.fn();

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
  subscribe.mockReset().mockResolvedValue(undefined);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const settle = () => act(() => vi.advanceTimersByTimeAsync(0));
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const enter = (value: string) => fireEvent.change(screen.getByLabelText("Email"), { target: { value } });
const notice = (to: typeof subscribe | null = subscribe) =>
  render(
    <Toasts>
      <MobileNotice subscribe={to} />
    </Toasts>,
  );

const LINE =
  "Sorry! We are not built for mobile just yet. Come back on your desktop, laptop or tablet for the best experience.";
const LIST = "Add your email so you can be the first to know when we've launched mobile";

test("the line for phones takes an email, and offers the list no more afterwards", async () => {
  notice();
  screen.getByText(LINE);
  screen.getByText(LIST);
  enter("you@");
  press("Get started");
  screen.getByText("Enter valid email");
  expect(subscribe).not.toHaveBeenCalled();
  enter("you@example.org");
  press("Get started");
  await settle();
  screen.getByText("Email added to our mailing list");
  expect(subscribe).toHaveBeenCalledExactlyOnceWith("you@example.org");
  expect(screen.queryByText(LIST)).toBeNull();
  cleanup();
  notice();
  screen.getByText(LINE);
  expect(screen.queryByText(LIST)).toBeNull();
});

test("where no one can be added, the line offers no list", () => {
  notice(null);
  screen.getByText(LINE);
  expect(screen.queryByText(LIST)).toBeNull();
});

test("a refused email keeps the list", async () => {
  subscribe.mockRejectedValue(new Error("Something Went Wrong"));
  notice();
  enter("you@example.org");
  press("Get started");
  await settle();
  screen.getByText("Something Went Wrong");
  screen.getByText(LIST);
  expect(isAnswered("mobile-notice")).toBe(false);
});
