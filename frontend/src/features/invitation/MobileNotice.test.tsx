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
const notice = () =>
  render(
    <Toasts>
      <MobileNotice subscribe={subscribe} />
    </Toasts>,
  );

test("the notice for phones takes an email and stays away afterwards", async () => {
  notice();
  screen.getByText("Sorry! We are not built for mobile just yet.");
  screen.getByText("Come back on your desktop, laptop or tablet for the best experience.");
  screen.getByText("Add your email so you can be the first to know when we've launched mobile");
  enter("you@");
  press("Get started");
  screen.getByText("Enter valid email");
  expect(subscribe).not.toHaveBeenCalled();
  enter("you@example.org");
  press("Get started");
  await settle();
  screen.getByText("Email added to our mailing list");
  expect(subscribe).toHaveBeenCalledExactlyOnceWith("you@example.org");
  expect(screen.queryByText(/^Sorry/)).toBeNull();
  cleanup();
  notice();
  expect(screen.queryByText(/^Sorry/)).toBeNull();
});

test("a dismissed notice stays away", () => {
  notice();
  press("Hide this notice");
  cleanup();
  notice();
  expect(screen.queryByText(/^Sorry/)).toBeNull();
});

test("a refused email keeps the notice", async () => {
  subscribe.mockRejectedValue(new Error("Something Went Wrong"));
  notice();
  enter("you@example.org");
  press("Get started");
  await settle();
  screen.getByText("Something Went Wrong");
  expect(isAnswered("mobile-notice")).toBe(false);
});
