import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ProofDialog } from "./ProofDialog";
import { ProblemError } from "./queries";
import { UpdateEmailDialog } from "./UpdateEmailDialog";

const sendCode = vi.fn();
const verify = vi.fn();

beforeEach(() => {
  sendCode.mockReset().mockResolvedValue({ isNewUser: null, resendAfter: 30, expiresIn: 600 });
  verify.mockReset().mockResolvedValue(undefined);
});
afterEach(cleanup);

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

async function enterCode(button: "Save" | "Verify") {
  fireEvent.change(await screen.findByLabelText("Enter code"), { target: { value: "KT7M-2QXP" } });
  press(button);
  await waitFor(() => expect(verify).toHaveBeenCalledOnce());
  expect(verify).toHaveBeenCalledWith({ email: "new@example.org", code: "KT7M2QXP", switchUser: false });
}

const openUpdate = (sentAt: number | null = null) =>
  render(
    <UpdateEmailDialog
      email="new@example.org"
      sentAt={sentAt}
      calls={{ sendCode, verify }}
      onClose={() => undefined}
    />,
  );

test("a code that was sent now works for 10 min, and another one has to wait", () => {
  openUpdate(Date.now());
  screen.getByText(/It works for 10 min\.$/);
  screen.getByRole("button", { name: /^Send a new code in \d+ s$/ });
});

test("of a code that was sent before it is not said how long it still works", async () => {
  openUpdate();
  screen.getByText(/A code works for 10 min\. If yours is older, send a new one\.$/);
  press("Send a new code");
  await screen.findByText(/It works for 10 min\.$/);
});

test("the code of a new email is entered, and another one can be requested", async () => {
  openUpdate();
  press("Send a new code");
  await waitFor(() => expect(sendCode).toHaveBeenCalledExactlyOnceWith("new@example.org"));
  await enterCode("Save");
});

test("an email of another account is refused in words, and offers no switch", async () => {
  const message = "This email belongs to another account.";
  verify.mockRejectedValue(new ProblemError(409, "email_taken", message, ""));
  openUpdate();
  await enterCode("Save");
  await screen.findByText(message);
  expect(screen.queryByRole("button", { name: /^Sign in as/ })).toBeNull();
});

const openProof = (email: string | null) =>
  render(
    <ProofDialog
      email={email}
      calls={{ sendCode, verify }}
      wallet={<p>the wallet step</p>}
      onClose={() => undefined}
    />,
  );

test("a person with an email confirms by its code, or chooses a wallet", async () => {
  openProof("new@example.org");
  press("Send verification");
  await waitFor(() => expect(sendCode).toHaveBeenCalledExactlyOnceWith("new@example.org"));
  await enterCode("Verify");
  cleanup();
  openProof("new@example.org");
  press("Use a sign-in wallet");
  screen.getByText("the wallet step");
});

test("a code that could not be sent says why", async () => {
  sendCode.mockRejectedValue(new ProblemError(429, "rate_limited", "Too many requests. Please try again later.", ""));
  openProof("new@example.org");
  press("Send verification");
  await screen.findByText("Too many requests. Please try again later.");
});

test("a person without an email confirms with a wallet", () => {
  openProof(null);
  screen.getByText("the wallet step");
});
