import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ProblemError } from "./queries";
import { SignInDialog } from "./SignInDialog";
import type { EnteredCode, SentCode } from "./types";
import type { SignInVariant } from "./variants";

const sendCode = vi.fn<(email: string) => Promise<SentCode>>();
const verify = vi.fn<(entered: EnteredCode) => Promise<unknown>>();
const onClose = vi.fn();

const answer = (isNewUser: boolean | null): SentCode => ({ isNewUser, resendAfter: 30, expiresIn: 600 });

function open(variant: SignInVariant = "keep", canSkip = false) {
  const calls = { sendCode, verify };
  return render(<SignInDialog variant={variant} calls={calls} ownNodesOnly canSkip={canSkip} onClose={onClose} />);
}

beforeEach(() => {
  sendCode.mockReset().mockResolvedValue(answer(true));
  verify.mockReset().mockResolvedValue(undefined);
  onClose.mockReset();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const email = () => screen.getByLabelText("Email") as HTMLInputElement;
const code = () => screen.getByLabelText("Enter code") as HTMLInputElement;
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

async function toCode() {
  type(email(), " you@example.org ");
  press("Send verification");
  await screen.findByLabelText("Enter code");
}

test("an address that is none is refused before anything is sent", () => {
  open();
  type(email(), "you@example");
  press("Send verification");
  expect(screen.getByText("Please enter a valid email id")).toBeTruthy();
  expect(sendCode).not.toHaveBeenCalled();
});

test("the code step follows the email, and takes the focus and filled-in codes", async () => {
  open();
  await toCode();
  expect(sendCode).toHaveBeenCalledExactlyOnceWith("you@example.org");
  expect(document.activeElement).toBe(code());
  expect(code().autocomplete).toBe("one-time-code");
});

test.each([
  [true, /create your account/],
  [false, /Welcome back/],
  [null, /Enter it to sign in/],
])("is_new_user %s changes the explanation", async (isNewUser, words) => {
  sendCode.mockResolvedValue(answer(isNewUser));
  open();
  await toCode();
  expect(screen.getByText(words)).toBeTruthy();
});

test("an empty code is not sent; a pasted one is sent without its separators, in capitals", async () => {
  open();
  await toCode();
  press("Verify");
  expect(screen.getByText("Field cannot be empty")).toBeTruthy();
  type(code(), " kt7m-2q xp ");
  press("Verify");
  await waitFor(() => expect(verify).toHaveBeenCalledOnce());
  expect(verify).toHaveBeenCalledWith({ email: "you@example.org", code: "KT7M2QXP", switchUser: false });
});

test("an invalid code is said at its field, until the code changes", async () => {
  verify.mockRejectedValue(new ProblemError(400, "invalid_code", "Invalid verification code", ""));
  open();
  await toCode();
  type(code(), "WRONG234");
  press("Verify");
  await screen.findByText("Invalid verification code");
  screen.getByText("You can also open the link in the email, or send a new code.");
  expect(code().getAttribute("aria-invalid")).toBe("true");
  type(code(), "WRONG235");
  expect(screen.queryByText("Invalid verification code")).toBeNull();
});

test("the back arrow clears the email and the code", async () => {
  open();
  await toCode();
  type(code(), "KT7M2QXP");
  press("Back");
  expect(email().value).toBe("");
  await toCode();
  expect(code().value).toBe("");
});

test("another code can be requested once the wait is over", async () => {
  vi.useFakeTimers();
  open();
  type(email(), "you@example.org");
  press("Send verification");
  await act(() => vi.advanceTimersByTimeAsync(0));
  press("Send a new code in 30 s");
  expect(sendCode).toHaveBeenCalledOnce();
  await act(() => vi.advanceTimersByTimeAsync(29_000));
  screen.getByRole("button", { name: "Send a new code in 1 s" });
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  type(code(), "old");
  press("Send a new code");
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(sendCode).toHaveBeenCalledTimes(2);
  expect(code().value).toBe("");
  screen.getByRole("button", { name: "Send a new code in 30 s" });
});

test("an unknown email is red, and its icon clears it", async () => {
  sendCode.mockRejectedValue(new ProblemError(404, "email_not_found", "Email not found", ""));
  open("return");
  screen.getByText("Get right back into your account");
  type(email(), "you@example.org");
  press("Send verification");
  await screen.findByText("Email not found");
  expect(email().getAttribute("aria-invalid")).toBe("true");
  press("Clear the email");
  expect([email().value, screen.queryByText("Email not found")]).toEqual(["", null]);
});

test("a rate limit says when to try again, and nothing is sent before", async () => {
  vi.useFakeTimers();
  sendCode.mockRejectedValue(new ProblemError(429, "rate_limited", "Too many codes.", "", null, 12));
  open();
  type(email(), "you@example.org");
  press("Send verification");
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(screen.getByRole("alert").textContent).toBe("Too many codes. You can try again in 12 s.");
  press("Send verification");
  expect(sendCode).toHaveBeenCalledOnce();
  await act(() => vi.advanceTimersByTimeAsync(12_000));
  press("Send verification");
  expect(sendCode).toHaveBeenCalledTimes(2);
});

test("signing in over another person needs a confirmation", async () => {
  verify.mockRejectedValueOnce(new ProblemError(409, "other_user", "…", ""));
  open();
  await toCode();
  type(code(), "KT7M2QXP");
  press("Verify");
  fireEvent.click(await screen.findByRole("button", { name: "Sign in as you@example.org" }));
  await waitFor(() => expect(verify).toHaveBeenCalledTimes(2));
  expect(verify.mock.lastCall?.[0].switchUser).toBe(true);
});

test("skipping closes the dialog, and can be hidden", () => {
  open("exchange", true);
  screen.getByText("Add your email so you can analyze your CeFi and DeFi portfolio together");
  press("Skip for now");
  expect(onClose).toHaveBeenCalledOnce();
  cleanup();
  open("exchange");
  expect(screen.queryByText("Skip for now")).toBeNull();
});
