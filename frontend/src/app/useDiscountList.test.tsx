import { ProblemError } from "@spyhop/sdk";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { discountEmail, keepDiscountEmail } from "../features/invitation/discountEmail";
import { Toasts } from "../ui/Toast";
import { useDiscountList } from "./useDiscountList";

const subscribe = vi.fn();

function List() {
  useDiscountList(subscribe);
  return null;
}

beforeEach(() => {
  localStorage.clear();
  subscribe.mockReset().mockResolvedValue(undefined);
});
afterEach(cleanup);

const open = () =>
  act(async () => {
    render(
      <Toasts>
        <List />
      </Toasts>,
    );
  });

test("the email entered on Welcome joins the list once", async () => {
  keepDiscountEmail("you@example.org");
  await open();
  screen.getByText("Email added to our mailing list");
  expect(subscribe).toHaveBeenCalledExactlyOnceWith("you@example.org");
  cleanup();
  await open();
  expect(subscribe).toHaveBeenCalledOnce();
});

test("after a lost connection the email is kept, after a refusal it is not", async () => {
  keepDiscountEmail("you@example.org");
  subscribe.mockRejectedValue(new ProblemError(0, "unreachable", "The server cannot be reached.", ""));
  await open();
  expect(discountEmail()).toBe("you@example.org");
  cleanup();
  subscribe.mockRejectedValue(new ProblemError(400, "invalid_input", "Please check mailing_list", ""));
  await open();
  screen.getByText("Email not added to our mailing list");
  expect(discountEmail()).toBeNull();
});
