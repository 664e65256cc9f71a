import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { walletCalls } from "./mutations";

const ADDRESS = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

interface Sent {
  call: string;
  body: Record<string, unknown>;
  token: string | null;
}

let sent: Sent[];
let answers: (call: string, body: Record<string, unknown>) => { status?: number; code?: string; data: unknown };

beforeEach(() => {
  sent = [];
  vi.stubGlobal("fetch", async (path: string, init: { body: string; headers: Headers }) => {
    const call = path.split("/").at(-1) ?? "";
    const body = JSON.parse(init.body);
    sent.push({ call, body, token: init.headers.get("authorization") });
    const { status = 200, code, data } = answers(call, body);
    return Response.json({ error: status !== 200, message: "", code, data }, { status });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const CHALLENGE = {
  challenge: "sign this",
  token: "spy_draft",
  user: { id: "ada" },
  is_new_user: false,
  deletion_canceled: false,
  old_user_id: null,
};
const proof = { address: ADDRESS, message: "sign this", signature: "0x00", switchUser: false };
const signedInAs = (isNew: boolean) => (_: string, body: Record<string, unknown>) => ({
  data: body.signature ? { ...CHALLENGE, token: "spy_own", is_new_user: isNew } : CHALLENGE,
});

test("an account is opened without the session that the message came with, which is erased", async () => {
  answers = signedInAs(false);
  const onSignedIn = vi.fn();
  const calls = walletCalls(onSignedIn);
  expect((await calls.challenge(ADDRESS, 1)).message).toBe("sign this");
  await calls.challenge(ADDRESS, 1);
  await calls.verify(proof);
  expect(onSignedIn).toHaveBeenCalledExactlyOnceWith({
    token: "spy_own",
    user: "ada",
    isNewUser: false,
    isDeletionCanceled: false,
    wallet: ADDRESS,
    oldUser: null,
  });
  expect(sent.map(({ call, token }) => [call, token])).toEqual([
    ["signin-with-wallet", null],
    ["signin-with-wallet", null],
    ["delete-user", "Bearer spy_draft"],
  ]);
  await calls.discard();
  expect(sent).toHaveLength(3);
});

test("a new account starts with its wallet", async () => {
  answers = signedInAs(true);
  const calls = walletCalls(vi.fn());
  await calls.challenge(ADDRESS, 1);
  await calls.verify(proof);
  expect(sent.find(({ call }) => call === "update-user-wallet")).toEqual({
    call: "update-user-wallet",
    body: { wallet_addresses: [ADDRESS] },
    token: "Bearer spy_own",
  });
});

test("a wallet on a network that the server does not know signs for Ethereum", async () => {
  answers = (_, body) =>
    body.chain ? { status: 400, code: "invalid_input", data: { fields: { chain: "unknown" } } } : { data: CHALLENGE };
  await walletCalls(vi.fn()).challenge(ADDRESS, 31_337);
  expect(sent.map(({ body }) => body.chain)).toEqual(["eip155:31337", undefined]);
});

test("every other refusal is passed on, and closing erases what was opened", async () => {
  answers = signedInAs(false);
  const calls = walletCalls(vi.fn());
  await calls.challenge(ADDRESS, 1);
  answers = () => ({ status: 400, code: "signature_invalid", data: null });
  await expect(calls.verify(proof)).rejects.toMatchObject({ code: "signature_invalid" });
  answers = () => ({ data: {} });
  await calls.challenge(ADDRESS, 1);
  expect(sent.at(-1)?.token, "no second session is opened").toBe("Bearer spy_draft");
  await calls.discard();
  expect(sent.at(-1)).toMatchObject({ call: "delete-user", token: "Bearer spy_draft" });
});
