// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Toasts } from "../../ui/Toast";
import { DiscountDialog } from "./DiscountDialog";
import { MobileNotice } from "./MobileNotice";
import { isAnswered } from "./prompts";

const subscribe = vi.fn();
const onClose = vi.fn();

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
  subscribe.mockReset().mockResolvedValue(undefined);
  onClose.mockReset();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const enter = (value: string) => fireEvent.change(screen.getByLabelText("Email"), { target: { value } });

test("skipping the discount only hides it", () => {
  render(<DiscountDialog subscribe={subscribe} onClose={onClose} />);
  press("No thanks, just let me enter");
  expect(onClose).toHaveBeenCalledOnce();
  expect(isAnswered("discount")).toBe(false);
});

test("an email is thanked for during two seconds, and remembered", async () => {
  render(<DiscountDialog subscribe={subscribe} onClose={onClose} />);
  enter("you@");
  press("Get discounts");
  screen.getByText("Enter valid email");
  enter("you@example.org");
  press("Get discounts");
  await pass(0);
  await pass(1_999);
  screen.getByText(/^Thank you/);
  expect([onClose.mock.calls.length, isAnswered("discount")]).toEqual([0, true]);
  await pass(1);
  expect(onClose).toHaveBeenCalledOnce();
});

const notice = () =>
  render(
    <Toasts>
      <MobileNotice subscribe={subscribe} />
    </Toasts>,
  );

test("the notice for phones takes an email and stays away afterwards", async () => {
  notice();
  screen.getByText("Sorry! We are not built for mobile just yet.");
  enter("you@example.org");
  press("Get started");
  await pass(0);
  screen.getByText("Email added to our mailing list");
  expect(screen.queryByText(/^Sorry/)).toBeNull();
  cleanup();
  notice();
  expect(screen.queryByText(/^Sorry/)).toBeNull();
});

test("a refused email keeps the notice", async () => {
  subscribe.mockRejectedValue(new Error("Something Went Wrong"));
  notice();
  enter("you@example.org");
  press("Get started");
  await pass(0);
  screen.getByText("Something Went Wrong");
  expect(isAnswered("mobile-notice")).toBe(false);
});
