import { ProblemError } from "@spyhop/sdk";
import { beforeEach, expect, test, vi } from "vitest";
import { refusalOf } from "../features/sign_in/queries";
import { closeSession, openRegisteredSession, openSession } from "../features/user/session";
import { explainingCalls, retryingCalls } from "./retryConflict";

const conflict = new ProblemError(409, "conflict", "Something changed in the meantime. Please check again.", "");
const verify = vi.fn<(given: unknown) => Promise<unknown>>();
const sendCode = vi.fn();
const calls = retryingCalls({ sendCode, verify });
const ENTERED = { email: "you@example.org", code: "KT7M2QXP", switchUser: false };
/** How the dialog reads the failure of a call. */
const refusal = () => calls.verify(ENTERED).then(() => null, refusalOf);

beforeEach(() => {
  closeSession();
  verify.mockReset().mockRejectedValue(conflict);
});

test("two requests that met are no refusal: the call is sent once more", async () => {
  verify.mockRejectedValueOnce(conflict).mockResolvedValueOnce("done");
  await expect(calls.verify(ENTERED)).resolves.toBe("done");
  expect(verify.mock.calls).toEqual([[ENTERED], [ENTERED]]);
});

test.each(["anonymous", "registered", "no"])(
  "with %s session, a conflict that stays is a failure to try again",
  async (kind) => {
    if (kind === "anonymous") openSession("spy_a");
    if (kind === "registered") openRegisteredSession("spy_a", "bob", null);
    expect(await refusal()).toMatchObject({ kind: "failed", message: expect.stringMatching(/ Try again\.$/) });
    expect(verify).toHaveBeenCalledTimes(2);
  },
);

test("that someone else is signed in is not retried", async () => {
  openRegisteredSession("spy_a", "bob", null);
  verify.mockRejectedValue(new ProblemError(409, "other_user", "You are signed in as someone else.", ""));
  expect(await refusal()).toMatchObject({ kind: "other_person" });
  expect(verify).toHaveBeenCalledOnce();
});

test("other refusals are not retried", async () => {
  verify.mockRejectedValue(new ProblemError(400, "invalid_code", "Invalid verification code", ""));
  expect(await refusal()).toMatchObject({ kind: "invalid_code" });
  expect(verify).toHaveBeenCalledOnce();
});

test("the signature of a wallet, which works once, is not sent again", async () => {
  const wallet = explainingCalls({ challenge: vi.fn(), discard: vi.fn(), verify });
  const proof = { address: "0xab", message: "…", signature: "0x", switchUser: false };
  await expect(wallet.verify(proof)).rejects.toMatchObject({ code: "temporary" });
  openRegisteredSession("spy_a", "bob", null);
  await expect(wallet.verify(proof)).rejects.toMatchObject({ code: "temporary" });
  expect(verify).toHaveBeenCalledTimes(2);
});
