import type { SignedIn } from "../features/sign_in/types";
import { clearLocalState } from "../features/user/localState";
import { currentSession, openRegisteredSession, type Session } from "../features/user/session";

/** What is known about a person who has just signed in. */
type Greeting = Pick<SignedIn, "isNewUser" | "isDeletionCanceled" | "wallet">;

let greeting: Greeting | null = null;

/** What the person is greeted with after signing in; null if that was done. */
export const currentGreeting = () => greeting;

export const endGreeting = (): void => {
  greeting = null;
};

/** Whether the person of a session is the one who signed in: an anonymous one who registered or was merged, or the account itself. */
const isSamePerson = (before: Session, { user, isNewUser, oldUser }: SignedIn): boolean =>
  before.user === undefined ? isNewUser || oldUser !== null : before.user === user;

/**
 * Starts the session of a person who signed in, at the given page or where they are. Every page is rendered anew with it.
 * The settings of another person who was signed in are removed; those of the same person stay. `isAlone` is whether the account has
 * nothing to do with the session of this browser: an anonymous one is set aside then, because nothing else opens its wallets.
 */
export function startSession(signedIn: SignedIn, path?: string, isAlone = false): void {
  const { token, user, isNewUser, isDeletionCanceled, wallet, oldUser } = signedIn;
  greeting = { isNewUser, isDeletionCanceled, wallet };
  const before = currentSession();
  if (before.token !== undefined && (isAlone || !isSamePerson(before, signedIn))) clearLocalState();
  if (path !== undefined) window.history.pushState(null, "", path);
  const aside = isAlone && before.user === undefined ? before.token : before.aside;
  openRegisteredSession(token, user, oldUser, aside);
}
