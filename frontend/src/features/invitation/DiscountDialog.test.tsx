import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DiscountDialog } from "./DiscountDialog";
import { discountEmail } from "./discountEmail";
import { useDiscount } from "./useDiscount";

/** Welcome with a field and the offer. */
function Page() {
  const [isOpen, close] = useDiscount();
  return (
    <>
      <input aria-label="Address" />
      {isOpen ? <DiscountDialog onClose={close} /> : null}
    </>
  );
}

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const enter = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const title = () => screen.queryByText("Get exclusive discounts");

test("the offer takes an email, thanks for two seconds, and is remembered", async () => {
  render(<Page />);
  expect(title()).toBeNull();
  await pass(5000);
  enter("Email", "you@");
  press("Get started");
  screen.getByText("Enter valid email");
  expect(discountEmail()).toBeNull();
  enter("Email", "you@example.org");
  press("Get started");
  await pass(1999);
  screen.getByText(/^Thank you!/);
  await pass(1);
  expect([title(), discountEmail()]).toEqual([null, "you@example.org"]);
  cleanup();
  render(<Page />);
  await pass(60_000);
  expect(title()).toBeNull();
});

test("skipping only hides the offer", async () => {
  render(<Page />);
  await pass(5000);
  press("No thanks, just let me enter");
  await pass(60_000);
  expect(title()).toBeNull();
  cleanup();
  render(<Page />);
  await pass(5000);
  expect(title()).not.toBeNull();
});

test("somebody who enters an address is not interrupted", async () => {
  render(<Page />);
  enter("Address", "vita");
  await pass(60_000);
  expect(title()).toBeNull();
  enter("Address", "");
  await pass(5000);
  expect(title()).not.toBeNull();
});
