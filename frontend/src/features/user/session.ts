import { useSyncExternalStore } from "react";

/** The session of this browser, and the one that the server refused. */
export interface Session {
  token: string | undefined;
  /**
   * An anonymous session that the server refused, or one that another person's link set aside. It is kept in this browser, so that
   * neither loses anything.
   */
  aside: string | undefined;
  /** The registered user, who can sign in again; undefined for an anonymous one. */
  user: string | undefined;
  /** The anonymous user whose data was merged into the account and whose merge has not been shown yet. */
  oldUser: string | undefined;
  /** Whether a registered session ended without the person leaving. It is not stored. */
  hasEnded: boolean;
  /** Whether the person ended the session, here or in another tab. It is not stored. */
  hasLeft: boolean;
  /** When the account is erased, if its deletion was requested in this page. It is not stored. */
  deletedOn: string | undefined;
  /** Increases whenever the session is that of someone else, so that nothing of the previous person stays on the page. */
  epoch: number;
}

const NO_SESSION: Session = {
  token: undefined,
  aside: undefined,
  user: undefined,
  oldUser: undefined,
  hasEnded: false,
  hasLeft: false,
  deletedOn: undefined,
  epoch: 0,
};

const keyOf = (instance: string): string => `spyhop.session.${instance}`;

let key = keyOf("local");
let session = NO_SESSION;
const watchers = new Set<() => void>();

/** The ends of the names under which the other parts of a session are stored. */
const ASIDE = ".aside";
const REGISTERED = ".registered";
const OLD_USER = ".old-user";
const PARTS = [ASIDE, REGISTERED, OLD_USER];

const isSession = (name: string | null): boolean =>
  name?.startsWith(keyOf("")) === true && !PARTS.some((part) => name.endsWith(part));

function read(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(name: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Storage may be disabled; the session then lasts until the page is closed.
  }
}

function become(next: Session): void {
  session = { ...next, epoch: session.epoch + (next.token === session.token ? 0 : 1) };
  for (const watcher of watchers) watcher();
}

function keep(next: Session): void {
  // The token is written last, because other tabs load the session when it changes.
  write(key + ASIDE, next.aside);
  write(key + REGISTERED, next.user);
  write(key + OLD_USER, next.oldUser);
  write(key, next.token);
  become(next);
}

/** Continues the session with another token, because the person has proved again who they are. */
export function renewSession(token: string): void {
  session = { ...session, token };
  keep(session);
}

/** Loads the session of this instance, so that a demo and a live world never mix, and follows changes in other tabs.
 * `otherInstance` is called if another tab has a session of another instance, because the server has changed. */
export function loadSession(instance: string, otherInstance: () => void = () => undefined): void {
  key = keyOf(instance);
  const load = () => {
    const [token, aside] = [read(key), read(key + ASIDE)];
    become({
      ...NO_SESSION,
      token,
      aside,
      user: read(key + REGISTERED),
      oldUser: read(key + OLD_USER),
      hasLeft: !token && !aside && (session.token !== undefined || session.hasLeft),
    });
  };
  load();
  window.addEventListener("storage", (event) => {
    if (event.key === null || event.key === key || PARTS.some((part) => event.key === key + part)) load();
    else if (event.newValue && isSession(event.key)) otherInstance();
  });
}

export const sessionToken = (): string | undefined => session.token;

/** The session as it is now, for code outside of components. */
export const currentSession = (): Session => session;

/** Starts an anonymous session with a new token. */
export const openSession = (token: string): void => keep({ ...NO_SESSION, token });

/**
 * Starts the session of a registered user. `oldUser` is the anonymous user whose data was merged, `aside` the session of an anonymous
 * one that comes back when this session is closed.
 */
export const openRegisteredSession = (token: string, user: string, oldUser: string | null, aside?: string): void =>
  keep({ ...NO_SESSION, token, user, oldUser: oldUser ?? undefined, aside });

/** Records that the merge was shown. */
export const endMerge = (): void => keep({ ...session, oldUser: undefined });

/**
 * Ends the session and forgets it. `deletedOn` is when the account is erased, if the person requested that. An anonymous session that
 * was set aside for it goes on.
 */
export const closeSession = (deletedOn?: string): void =>
  session.user && session.aside ? resumeSession() : keep({ ...NO_SESSION, hasLeft: true, deletedOn });

/**
 * Ends a session that the server refused. An anonymous one is set aside, because nothing else opens its wallets; a
 * registered one is forgotten. A newer session is not changed. Returns whether it ended.
 */
export function endRefusedSession(token: string): boolean {
  if (moving || session.token !== token) return false;
  keep(session.user ? { ...NO_SESSION, hasEnded: true, aside: session.aside } : { ...NO_SESSION, aside: token });
  return true;
}

let moving = false;

/** While this page moves to another world, a refusal of its old session is expected and ignored. */
export const setMoving = (now: boolean): void => {
  moving = now;
};

export const isMoving = (): boolean => moving;

/** Stores a session for another instance and sets this one aside; the page must be reloaded then. */
export function moveSession(instance: string, token: string | undefined): void {
  write(keyOf(instance), token);
  for (const part of PARTS) write(key + part, undefined);
  write(key + ASIDE, session.token);
  write(key, undefined);
}

/** Retries the session that was set aside. */
export const resumeSession = (): void => keep({ ...NO_SESSION, token: session.aside });

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export const useSession = (): Session => useSyncExternalStore(subscribe, currentSession);
