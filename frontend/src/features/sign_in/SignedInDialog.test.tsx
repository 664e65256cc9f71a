import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { type Merge, SignedInDialog } from "./SignedInDialog";

afterEach(cleanup);

const open = (
  merge: Merge,
  isNewUser = false,
  onRetry = vi.fn(),
  onDone = vi.fn(),
  isDeletionCanceled = false,
  wallets = 1,
) =>
  render(
    <SignedInDialog
      {...{ merge, isNewUser, isDeletionCanceled, onRetry, onDone }}
      byWallet={false}
      wallets={wallets}
      account="you@example.org"
    />,
  );

test.each([
  [1, 0, "1 wallet of this browser is in your account now."],
  [
    3,
    2,
    "3 wallets of this browser are in your account now. 2 of the account's wallets are over the limit of your plan. They are kept and shown, but not refreshed.",
  ],
  [
    2,
    1,
    "2 wallets of this browser are in your account now. 1 of the account's wallets is over the limit of your plan. It is kept and shown, but not refreshed.",
  ],
])("%i merged and %i frozen wallets are counted", (wallets, frozen, words) => {
  open({ state: "done", wallets, frozen });
  expect(screen.getByRole("status").textContent).toBe(words);
});

test("nothing to merge says nothing", () => {
  open({ state: "done", wallets: 0, frozen: 0 }, true);
  expect(screen.getByRole("status").textContent).toBe("");
  screen.getByRole("dialog", { name: "You're signed in" });
});

test.each([true, false])("an account without wallets claims none, new (%s)", (isNewUser) => {
  open({ state: "none" }, isNewUser, vi.fn(), vi.fn(), false, 0);
  screen.getByText(/^Your account has no wallets yet\. .* sign in there with this account to add them\.$/);
});

test("an account that was to be deleted is said to stay", () => {
  open({ state: "none" }, false, vi.fn(), vi.fn(), true);
  screen.getByText("Your account was to be deleted. It stays, because you signed in. Its API keys have ended.");
});

test("a failed merge says so and can be tried again", () => {
  const onRetry = vi.fn();
  open({ state: "failed", message: "Something Went Wrong" }, false, onRetry);
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(onRetry).toHaveBeenCalledOnce();
});

test("Enter right after the dialog came continues", () => {
  open({ state: "none" });
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Continue" }));
});

test("a wallet that is in no portfolio can be added", () => {
  const onAdd = vi.fn();
  render(
    <SignedInDialog
      {...{ onAdd, onRetry: vi.fn(), onDone: vi.fn(), merge: { state: "none" }, isDeletionCanceled: false }}
      isNewUser
      byWallet
      wallets={1}
      account="0xd8dA…6045"
    />,
  );
  fireEvent.click(screen.getByRole("button", { name: "Add this wallet to your portfolio" }));
  expect(onAdd).toHaveBeenCalledOnce();
});
