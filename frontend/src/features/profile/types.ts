/** Who the person is, as the form shows it. */
export interface Person {
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  mobile: string | null;
  /** An email address that waits for its code. */
  pending_email: string | null;
  /** The address on the mailing list. */
  mailing_list: string | null;
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
  opened_at: string;
  last_used_at: string;
  is_current: boolean;
}

/** A wallet that the person signs in with. */
export interface SignInWallet {
  address: string;
  /** What the person calls it, or its own name; null if it has none. */
  name: string | null;
  /** The name of the network on which its contract was proved; null if its key was, which is valid on every network. */
  network: string | null;
  /** The image of that network, or of the one whose addresses it has; null if there is none. */
  mark: string | null;
  linked_on: string;
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
  /** The days until it ends; null if it has no end. */
  days: number | null;
}
