// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { UpdateEmailDialog } from "./UpdateEmailDialog";

const save = vi.fn();
const verify = vi.fn();

beforeEach(() => {
  save.mockReset().mockResolvedValue({ isNewUser: null, resendAfter: 30, expiresIn: 600 });
  verify.mockReset().mockResolvedValue(undefined);
});
afterEach(cleanup);

const open = (pending = "") => render(<UpdateEmailDialog {...{ pending, save, verify }} onClose={() => undefined} />);
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

async function enterCode() {
  fireEvent.change(await screen.findByLabelText("Enter code"), { target: { value: "KT7M-2QXP" } });
  press("Verify");
  await waitFor(() => expect(verify).toHaveBeenCalledOnce());
  expect(verify).toHaveBeenCalledWith({ email: "new@example.org", code: "KT7M2QXP", switchUser: false });
}

test("a new email is saved, then its code is entered", async () => {
  open();
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: "new" } });
  press("Save");
  screen.getByText("Please enter valid email id");
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: "new@example.org" } });
  press("Save");
  await enterCode();
  expect(save).toHaveBeenCalledExactlyOnceWith("new@example.org");
});

test("an email that waits starts with its code, and another code can be requested", async () => {
  open("new@example.org");
  press("Send a new code");
  await waitFor(() => expect(save).toHaveBeenCalledExactlyOnceWith("new@example.org"));
  await enterCode();
});
