// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ProblemError } from "./queries";
import { VerifyEmail } from "./VerifyEmail";

const verify = vi.fn<(switchUser: boolean) => Promise<unknown>>();
const onSignIn = vi.fn();

beforeEach(() => {
  verify.mockReset().mockResolvedValue(undefined);
  onSignIn.mockReset();
});
afterEach(cleanup);

const open = (token = "spy_link_x") => render(<VerifyEmail token={token} verify={verify} onSignIn={onSignIn} />);
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("opening the page verifies nothing, the button does", () => {
  open();
  expect(verify).not.toHaveBeenCalled();
  press("Sign in");
  expect(verify).toHaveBeenCalledExactlyOnceWith(false);
});

test("a link without its token says what to do", () => {
  open("");
  screen.getByRole("heading", { name: "This link is incomplete" });
  press("Send a new email");
  expect(onSignIn).toHaveBeenCalledOnce();
});

test("an expired, used or foreign link says what to do", async () => {
  verify.mockRejectedValue(new ProblemError(400, "invalid_code", "Invalid verification code", ""));
  open();
  press("Sign in");
  await screen.findByRole("heading", { name: "This link doesn't work" });
  press("Send a new email");
  expect(onSignIn).toHaveBeenCalledOnce();
});

test("the link of a changed email says where it works", async () => {
  verify.mockRejectedValue(new ProblemError(403, "other_browser", "…", ""));
  open();
  press("Sign in");
  await screen.findByRole("heading", { name: "Confirm this email where you are signed in" });
  press("Sign in");
  expect(verify).toHaveBeenCalledOnce();
  expect(onSignIn).toHaveBeenCalledOnce();
});

test("an email of another account is no other person's session", async () => {
  verify.mockRejectedValue(new ProblemError(409, "email_taken", "This email belongs to another account.", ""));
  open();
  press("Sign in");
  await screen.findByText("This email belongs to another account.");
  expect(screen.queryByRole("button", { name: "Sign in anyway" })).toBeNull();
});

test("another person's session is replaced only after a confirmation", async () => {
  verify.mockRejectedValueOnce(new ProblemError(409, "conflict", "…", ""));
  open();
  press("Sign in");
  fireEvent.click(await screen.findByRole("button", { name: "Sign in anyway" }));
  await waitFor(() => expect(verify).toHaveBeenLastCalledWith(true));
});

test("another failure keeps the button, so that it can be tried again", async () => {
  verify.mockRejectedValueOnce(new ProblemError(0, "unreachable", "Can't reach the Spyhop server.", ""));
  open();
  press("Sign in");
  await screen.findByText("Can't reach the Spyhop server.");
  press("Sign in");
  expect(verify).toHaveBeenCalledTimes(2);
});
