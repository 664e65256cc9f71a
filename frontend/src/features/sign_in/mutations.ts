import {
  ProblemError,
  sendEmailOtp,
  sendOtp,
  updateUserDetails,
  verifyEmail,
  verifyOtp,
  verifyOtpCode,
} from "@spyhop/sdk";
import { useMutation } from "@tanstack/react-query";
import type { EnteredCode, SentCode, SignedIn, SignInCalls } from "./types";

interface SignInAnswer {
  token: string;
  is_new_user: boolean;
  old_user_id: string | null;
}

interface SentAnswer {
  is_new_user?: boolean | null;
  resend_after_seconds: number;
  expires_in_seconds: number;
}

const signedIn = ({ token, is_new_user, old_user_id }: SignInAnswer): SignedIn => ({
  token,
  isNewUser: is_new_user,
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

/** Signs in with the token of an emailed link. */
export const verifyLink = async (token: string, switchUser: boolean): Promise<SignedIn> =>
  signedIn(await verifyEmail({ token, switch_user: switchUser }));

/** Requests a link by email; returns whether the address has no account, or null if that is not disclosed. */
export const signUp = async (email: string, from: string): Promise<SentCode> =>
  sentCode(await sendEmailOtp({ email, signed_up_from: from }));

/** Requests a link by email for an anonymous person who is about to leave. */
export const sendLeavingLink = (email: string) => signUp(email, "leaving");

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
