import type { SignedIn } from "../features/sign_in/types";
import { clearLocalState } from "../features/user/localState";
import { openRegisteredSession, sessionToken } from "../features/user/session";

/** What is known about a person who has just signed in. */
type Greeting = Pick<SignedIn, "isNewUser" | "isDeletionCanceled" | "wallet">;

let greeting: Greeting | null = null;

/** What the person is greeted with after signing in; null if that was done. */
export const currentGreeting = () => greeting;

export const endGreeting = (): void => {
  greeting = null;
};

/**
 * Starts the session of a person who signed in, at the given page or where they are. Every page is rendered anew with it.
 * The settings of another person who was signed in are removed; those of an anonymous one stay.
 */
export function startSession({ token, isNewUser, isDeletionCanceled, wallet, oldUser }: SignedIn, path?: string): void {
  greeting = { isNewUser, isDeletionCanceled, wallet };
  if (oldUser === null && sessionToken() !== undefined) clearLocalState();
  if (path !== undefined) window.history.pushState(null, "", path);
  openRegisteredSession(token, oldUser);
}
