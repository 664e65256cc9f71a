import { ProblemError } from "@spyhop/sdk";
import { beforeEach, expect, test, vi } from "vitest";
import { refusalOf } from "../features/sign_in/queries";
import { closeSession, openRegisteredSession, openSession } from "../features/user/session";
import { retryingCalls } from "./retryConflict";

const conflict = new ProblemError(409, "conflict", "Something changed in the meantime. Please check again.", "");
const verify = vi.fn<(code: string) => Promise<string>>();
const calls = retryingCalls({ verify });
/** How the dialog reads the failure of a call. */
const refusal = () => calls.verify("KT7M2QXP").then(() => null, refusalOf);

beforeEach(() => {
  closeSession();
  verify.mockReset().mockRejectedValue(conflict);
});

test("two requests that met are no refusal: the call is sent once more", async () => {
  verify.mockRejectedValueOnce(conflict).mockResolvedValueOnce("done");
  await expect(calls.verify("KT7M2QXP")).resolves.toBe("done");
  expect(verify.mock.calls).toEqual([["KT7M2QXP"], ["KT7M2QXP"]]);
});

test.each(["anonymous", "no"])(
  "with %s session, a conflict does not mean that someone else is signed in",
  async (kind) => {
    if (kind === "anonymous") openSession("spy_a");
    expect(await refusal()).toMatchObject({ kind: "failed", message: expect.stringMatching(/ Try again\.$/) });
    expect(verify).toHaveBeenCalledTimes(2);
  },
);

test("with a registered session, a conflict that stays means that someone else is signed in", async () => {
  openRegisteredSession("spy_a", "bob", null);
  expect(await refusal()).toMatchObject({ kind: "other_person" });
});

test("other refusals are not retried", async () => {
  verify.mockRejectedValue(new ProblemError(400, "invalid_code", "Invalid verification code", ""));
  expect(await refusal()).toMatchObject({ kind: "invalid_code" });
  expect(verify).toHaveBeenCalledOnce();
});
