/** Who the person is, as the form shows it. */
export interface Person {
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  mobile: string | null;
  /** An email address that waits for its code. */
  pending_email: string | null;
  anonymous: boolean;
}

/** The texts of Basic Information. */
export interface BasicTexts {
  first_name: string;
  last_name: string;
  email: string;
  mobile: string;
}

/** A session of the person, on any device. */
export interface OpenSession {
  id: string;
  /** Browser and system, such as "Firefox on Linux"; null if unknown. */
  device: string | null;
  /** The network; null if unknown. */
  network: string | null;
  last_used_at: string;
  is_current: boolean;
}

/** What an API key may read. */
export type Scope = "portfolio" | "ledger" | "health";

/** An API key, without its secret. */
export interface ApiKey {
  id: string;
  name: string;
  /** The first characters of the key. */
  prefix: string;
  scopes: readonly Scope[];
  last_used_at: string | null;
  expires_at: string | null;
}

/** The choices for a new API key. */
export interface NewKey {
  name: string;
  scopes: readonly Scope[];
  /** The days until it ends. */
  days: number;
}

/** A wallet that the person signs in with. */
export interface SignInWallet {
  address: string;
  name: string | null;
  chain: string;
  proven_at: string;
}
