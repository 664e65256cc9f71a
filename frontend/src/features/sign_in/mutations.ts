import {
  deleteUser,
  ProblemError,
  sendEmailOtp,
  sendOtp,
  signinWithWallet,
  signup,
  updateUser,
  updateUserDetails,
  updateUserWallet,
  verifyEmail,
  verifyOtp,
  verifyOtpCode,
} from "@spyhop/sdk";
import { useMutation } from "@tanstack/react-query";
import { isExpired, toChallenge } from "./challenge";
import type { Challenge, EnteredCode, LinkChoice, SentCode, SignedIn, SignInCalls, WalletCalls } from "./types";

interface SignInAnswer {
  token: string;
  user: { id: string };
  is_new_user: boolean;
  deletion_canceled: boolean;
  old_user_id: string | null;
}

interface SentAnswer {
  is_new_user?: boolean | null;
  resend_after_seconds: number;
  expires_in_seconds: number;
}

const signedIn = ({ token, user, is_new_user, deletion_canceled, old_user_id }: SignInAnswer): SignedIn => ({
  token,
  user: user.id,
  isNewUser: is_new_user,
  isDeletionCanceled: deletion_canceled,
  wallet: null,
  oldUser: old_user_id,
});

const sentCode = (answer: SentAnswer): SentCode => ({
  isNewUser: answer.is_new_user ?? null,
  resendAfter: answer.resend_after_seconds,
  expiresIn: answer.expires_in_seconds,
});

const entered = ({ email, code, switchUser }: EnteredCode) => ({ email, otp_token: code, switch_user: switchUser });

/** The calls that sign in or create an account. `onSignedIn` receives the session. */
export const openingCalls = (onSignedIn: (session: SignedIn) => void): SignInCalls => ({
  sendCode: async (email) => sentCode(await sendEmailOtp({ email })),
  verify: async (code) => onSignedIn(signedIn(await verifyOtpCode(entered(code)))),
});

/** The calls that sign in to an existing account: an unknown email is refused where the server discloses it. */
export const returningCalls = (onSignedIn: (session: SignedIn) => void): SignInCalls => ({
  sendCode: async (email) => ({ ...sentCode(await sendOtp({ email })), isNewUser: null }),
  verify: async (code) => onSignedIn(signedIn(await verifyOtp(entered(code)))),
});

const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/** Whether the server does not know the network of a wallet. */
const isUnknownChain = (problem: unknown): boolean => {
  const data = problem instanceof ProblemError && problem.code === "invalid_input" ? problem.data : null;
  const fields: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "fields") : null;
  return typeof fields === "object" && fields !== null && "chain" in fields;
};

/** Requests the message for an account. The keys of an account sign for Ethereum too, whichever network its wallet uses. */
async function requestChallenge(address: string, chainId: number, options: RequestInit) {
  try {
    return await signinWithWallet({ wallet_address: address, chain: `eip155:${chainId}` }, options);
  } catch (problem) {
    if (!isUnknownChain(problem)) throw problem;
    return signinWithWallet({ wallet_address: address }, options);
  }
}

/**
 * The calls that sign in with a wallet. `onSignedIn` receives the session.
 *
 * Without a session, requesting a message opens an anonymous one that watches the address. It is not presented with the
 * signature, because signing in to an existing account would add the address to its portfolio. It is erased afterwards.
 */
export function walletCalls(onSignedIn: (session: SignedIn) => void): WalletCalls {
  let draft: string | null = null;
  let issued: (Challenge & { key: string }) | null = null;
  const discard = async () => {
    const token = draft;
    draft = null;
    if (token) await deleteUser({ confirmation: "delete" }, as(token));
  };
  return {
    challenge: async (address, chainId) => {
      const key = `${address} ${chainId}`;
      if (issued?.key === key && !isExpired(issued)) return issued;
      const { challenge, token } = await requestChallenge(address, chainId, draft ? as(draft) : {});
      draft = token ?? draft;
      issued = { ...toChallenge(challenge ?? ""), key };
      return issued;
    },
    verify: async ({ address, message, signature, switchUser }) => {
      issued = null;
      const request = { wallet_address: address, message, signature, switch_user: switchUser };
      const answer = await signinWithWallet(request);
      const token = answer.token ?? "";
      // A new account starts with its wallet. If that fails, Home offers to add one.
      if (draft && answer.is_new_user)
        await updateUserWallet({ wallet_addresses: [address] }, as(token)).catch(() => undefined);
      // What remains on the server is erased there after a while too.
      void discard().catch(() => undefined);
      onSignedIn({ ...signedIn({ ...answer, token }), wallet: address });
    },
    discard,
  };
}

/** Signs in with the token of an emailed link. */
export const verifyLink = async (token: string, { switchUser, addSession }: LinkChoice): Promise<SignedIn> =>
  signedIn(await verifyEmail({ token, switch_user: switchUser, add_session: addSession }));

/** Requests a link by email; returns whether the address has no account, or null if that is not disclosed. */
export const signUp = async (email: string, from: string): Promise<SentCode> =>
  sentCode(await signup({ email, signed_up_from: from }));

/** What `update-user` does not state about the code that it sends. */
export const CHANGE_CODE: SentCode = { isNewUser: null, resendAfter: 30, expiresIn: 600 };

/** The calls that give the user of the session an email address, entered at a place of the page. */
const emailCalls =
  (from: string) =>
  (onSignedIn: (session: SignedIn) => void): SignInCalls => ({
    sendCode: async (email) => {
      await updateUser({ email, signed_up_from: from });
      return CHANGE_CODE;
    },
    verify: openingCalls(onSignedIn).verify,
  });

/** The calls that change the email address of the person who is signed in. `onSignedIn` receives their new session. */
export const changingCalls = emailCalls("Profile page");

/** The calls that sign in an anonymous person who is about to leave. `onSignedIn` receives their new session. */
export const leavingCalls = emailCalls("leaving");

/** Returns what signing in merged into the account. The same call can be repeated. */
export const useMergeUser = () =>
  useMutation({
    mutationFn: async (oldUser: string) => {
      const { added_wallets, frozen_wallets } = await updateUserDetails({ old_user_id: oldUser });
      return { wallets: added_wallets, frozen: frozen_wallets };
    },
  });

/** Whether a call was refused for good, so that a retry cannot succeed. */
export const isFinal = (problem: Error): boolean =>
  problem instanceof ProblemError && problem.status >= 400 && problem.status < 500 && problem.status !== 429;
