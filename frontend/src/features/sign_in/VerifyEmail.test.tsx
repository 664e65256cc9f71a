import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ProblemError } from "./queries";
import type { EmailLink, LinkChoice } from "./types";
import { VerifyEmail } from "./VerifyEmail";

const verify = vi.fn<(choice: LinkChoice) => Promise<unknown>>();
const onSignIn = vi.fn();
const onRetry = vi.fn();

const OWN: LinkChoice = { switchUser: false, addSession: false };
const LINK: EmailLink = { email: "ada@example.org", isNewUser: false, isChange: false, requestedHere: true };

beforeEach(() => {
  verify.mockReset().mockResolvedValue(undefined);
  onSignIn.mockReset();
  onRetry.mockReset();
});
afterEach(cleanup);

type Props = Parameters<typeof VerifyEmail>[0];
type Person = Props["person"];

const open = (given: Partial<Props> = {}) => {
  const props = { token: "spy_link_x", link: LINK, problem: null, person: "none" as const, account: null, ...given };
  return render(<VerifyEmail {...props} {...{ verify, onRetry, onSignIn }} />);
};
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("the page shows the address, and the button verifies it", () => {
  open();
  expect(verify).not.toHaveBeenCalled();
  screen.getByText("ada@example.org");
  press("Sign in");
  expect(verify).toHaveBeenCalledExactlyOnceWith(OWN);
});

test("there is no button before the address is known, and a failure can be retried", () => {
  const { unmount } = open({ link: undefined });
  screen.getByRole("status");
  expect(screen.queryByRole("button")).toBeNull();
  unmount();
  open({ link: undefined, problem: new ProblemError(0, "unreachable", "Can't reach the Spyhop server.", "") });
  screen.getByText("Can't reach the Spyhop server.");
  press("Try again");
  expect(onRetry).toHaveBeenCalledOnce();
});

const FOREIGN: EmailLink = { ...LINK, requestedHere: false };

test("in a browser that did not request it, a link opens its account and leaves the portfolio alone, unless the person adds it", async () => {
  const { unmount } = open({ link: FOREIGN, person: "anonymous" });
  screen.getByRole("heading", { name: "Is this your email?" });
  screen.getByText("ada@example.org");
  screen.getByText("An existing account");
  screen.getByText("A portfolio without an account");
  press("Sign in to that account");
  expect(verify).toHaveBeenLastCalledWith(OWN);
  unmount();
  open({ link: { ...FOREIGN, isNewUser: true }, person: "anonymous" });
  screen.getByText("A new account");
  press("Sign in and add this portfolio");
  expect(verify).toHaveBeenLastCalledWith({ switchUser: false, addSession: true });
});

test("a link that was requested elsewhere names the account that it replaces in this browser", () => {
  open({ link: FOREIGN, person: "registered", account: "grace@example.org" });
  screen.getByText("grace@example.org");
  expect(screen.queryByRole("button", { name: "Sign in and add this portfolio" })).toBeNull();
  press("Sign in to that account");
  expect(verify).toHaveBeenLastCalledWith({ switchUser: true, addSession: false });
});

test("a browser without a session needs no decision", () => {
  open({ link: FOREIGN });
  screen.getByRole("heading", { name: "Confirm your email" });
  press("Sign in");
  expect(verify).toHaveBeenCalledExactlyOnceWith(OWN);
});

test("a change that another browser requested is confirmed there", () => {
  open({ link: { ...FOREIGN, isChange: true }, person: "anonymous" });
  screen.getByRole("heading", { name: "Confirm this email where you are signed in" });
});

test("a link without its token says what to do", () => {
  open({ token: "", link: undefined });
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
    open({ person });
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
  await waitFor(() => expect(verify).toHaveBeenLastCalledWith({ ...OWN, switchUser: true }));
});

test("another failure keeps the button, so that it can be tried again", async () => {
  verify.mockRejectedValueOnce(new ProblemError(0, "unreachable", "Can't reach the Spyhop server.", ""));
  open();
  press("Sign in");
  await screen.findByText("Can't reach the Spyhop server.");
  press("Try again");
  expect(verify).toHaveBeenCalledTimes(2);
});
