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

type Person = Parameters<typeof VerifyEmail>[0]["person"];

const open = (token = "spy_link_x", person: Person = "none") =>
  render(<VerifyEmail {...{ token, person, verify, onSignIn }} />);
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

test.each<[Person, RegExp, RegExp]>([
  ["none", /wallets in another browser, open the link there to keep them/, /sign in with your email\.$/],
  ["anonymous", /adds the wallets of this browser to your account/, /does not have the wallets of this one yet/],
  ["registered", /Sign in to finish\. $/, /nothing else is needed\.$/],
])(
  "with a session of kind %s, it is said what keeps the wallets, before and after the link was used",
  async (person, before, after) => {
    verify.mockRejectedValue(new ProblemError(400, "invalid_code", "…", ""));
    open("spy_link_x", person);
    screen.getByText(before, { normalizer: (text) => text });
    press("Sign in");
    await screen.findByText(after);
  },
);

test("a person who has to prove who they are, and did not, sees why nothing happened", async () => {
  verify.mockRejectedValue(new ProblemError(403, "proof_required", "Please confirm that it's you.", ""));
  open();
  press("Sign in");
  await screen.findByText("Please confirm that it's you.");
  screen.getByRole("button", { name: "Try again" });
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
  verify.mockRejectedValueOnce(new ProblemError(409, "other_user", "…", ""));
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
  press("Try again");
  expect(verify).toHaveBeenCalledTimes(2);
});
