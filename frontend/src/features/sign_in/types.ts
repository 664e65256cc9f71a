/** A code that was sent by email. */
export interface SentCode {
  /** Whether the email address has no account yet; null if that is not disclosed. */
  isNewUser: boolean | null;
  /** The seconds until another code may be requested. */
  resendAfter: number;
  /** The seconds for which the code is valid; null if it is not known when it was sent. */
  expiresIn: number | null;
}

/** The last code that was requested. */
export interface RequestedCode {
  sent: SentCode;
  /** When it was sent, in milliseconds since 1970. */
  sentAt: number;
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

/** The link of an email, which is not used yet. */
export interface EmailLink {
  /** The address to which it was sent. */
  email: string;
  /** Whether the address has no account yet. */
  isNewUser: boolean;
  /** Whether it replaces the email of the account that requested it. */
  isChange: boolean;
  /** Whether it was requested with the session of this browser. */
  requestedHere: boolean;
}

/** What a person decided about a link. */
export interface LinkChoice {
  /** Whether another person may replace the one who is signed in in this browser. */
  switchUser: boolean;
  /** Whether the portfolio of this browser is added to the account, although another session requested the link. */
  addSession: boolean;
}

/** A refused call of the sign-in dialog. */
export interface Refusal {
  /**
   * `unknown_email` and `invalid_code` belong to their fields; `other_person` and `proof_required` need a confirmation;
   * `other_browser` is a link that works only where its user is signed in.
   */
  kind: "unknown_email" | "invalid_code" | "other_person" | "proof_required" | "other_browser" | "failed";
  message: string;
  /** The seconds to wait before a retry, if a rate limit was reached. */
  retryAfter: number | undefined;
}

/** A message that a wallet signed. */
export interface WalletProof {
  address: string;
  message: string;
  signature: string;
  /** Whether another person may replace the one who is signed in in this browser. */
  switchUser: boolean;
}

/** A message for a wallet to sign. */
export interface Challenge {
  message: string;
  /** When it can no longer be signed, in milliseconds since 1970 by the clock of this browser. */
  expiresAt: number;
}

/** The calls that sign in with a wallet. */
export interface WalletCalls {
  /** Returns the message for an account on a network, a number as in EIP-155. */
  challenge: (address: string, chainId: number) => Promise<Challenge>;
  verify: (proof: WalletProof) => Promise<unknown>;
  /** Erases what the calls have left on the server, if nobody was signed in. */
  discard: () => Promise<unknown>;
}

/** A session that was opened by a code, a link or a wallet. */
export interface SignedIn {
  token: string;
  /** The id of the registered user. */
  user: string;
  isNewUser: boolean;
  /** Whether the account was to be deleted, and stays now. */
  isDeletionCanceled: boolean;
  /** The address of the wallet that signed; null if the person signed in by email. */
  wallet: string | null;
  /** The anonymous user of this browser whose data can be merged into the account; null if there is none. */
  oldUser: string | null;
}
