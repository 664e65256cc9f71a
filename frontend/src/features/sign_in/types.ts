/** A code that was sent by email. */
export interface SentCode {
  /** Whether the email address has no account yet; null if that is not disclosed. */
  isNewUser: boolean | null;
  /** The seconds until another code may be requested. */
  resendAfter: number;
  /** The seconds for which the code is valid. */
  expiresIn: number;
}

/** A code that a person entered. */
export interface EnteredCode {
  email: string;
  code: string;
  /** Whether another person may replace the one who is signed in in this browser. */
  switchUser: boolean;
}

/** The calls of the sign-in dialog. */
export interface SignInCalls {
  sendCode: (email: string) => Promise<SentCode>;
  verify: (entered: EnteredCode) => Promise<unknown>;
}

/** A refused call of the sign-in dialog. */
export interface Refusal {
  /** `unknown_email` and `invalid_code` belong to their fields; `other_person` needs a confirmation. */
  kind: "unknown_email" | "invalid_code" | "other_person" | "failed";
  message: string;
  /** The seconds to wait before a retry, if a rate limit was reached. */
  retryAfter: number | undefined;
}

/** A session that was opened by a code, a link or a wallet. */
export interface SignedIn {
  token: string;
  isNewUser: boolean;
  /** The anonymous user of this browser whose data can be merged into the account; null if there is none. */
  oldUser: string | null;
}
