import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { KeepWallets } from "./KeepWallets";
import { ProblemError } from "./queries";

const sendCode = vi.fn();
const verify = vi.fn();

beforeEach(() => {
  sendCode.mockReset().mockResolvedValue({ isNewUser: null, resendAfter: 30, expiresIn: 600 });
  verify.mockReset().mockResolvedValue(undefined);
  render(<KeepWallets calls={{ sendCode, verify }} />);
});
afterEach(cleanup);

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

async function request(email: string) {
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: email } });
  press("Keep my wallets");
  await screen.findByText("Please check your mailbox for the verification link");
}

test("the code of the email keeps the wallets here, and another one has to wait", async () => {
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: "you@" } });
  press("Keep my wallets");
  screen.getByText("Please enter valid email id");
  await request("you@example.org");
  expect(sendCode).toHaveBeenCalledExactlyOnceWith("you@example.org");
  screen.getByRole("button", { name: /^Send a new code in \d+ s$/ });
  fireEvent.change(screen.getByLabelText("Enter code"), { target: { value: "kt7m-2qxp" } });
  press("Verify");
  const entered = { email: "you@example.org", code: "KT7M2QXP", switchUser: false };
  await waitFor(() => expect(verify).toHaveBeenCalledExactlyOnceWith(entered));
});

test("a wrong address can be corrected", async () => {
  await request("yuo@example.org");
  press("Change email");
  expect((screen.getByLabelText("Email") as HTMLInputElement).value).toBe("yuo@example.org");
  await request("you@example.org");
  expect(sendCode).toHaveBeenLastCalledWith("you@example.org");
});

test("a wrong code is said at its field", async () => {
  verify.mockRejectedValue(new ProblemError(400, "invalid_code", "Invalid verification code", ""));
  await request("you@example.org");
  fireEvent.change(screen.getByLabelText("Enter code"), { target: { value: "WRONG234" } });
  press("Verify");
  await screen.findByText("Invalid verification code");
});
