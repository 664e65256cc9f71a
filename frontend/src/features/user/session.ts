import { useSyncExternalStore } from "react";

/** The session of this browser, and the one that the server refused. */
export interface Session {
  token: string | undefined;
  /** A session that the server refused. It is kept in this browser, so that one refusal loses nothing. */
  aside: string | undefined;
}

const keyOf = (instance: string): string => `spyhop.session.${instance}`;

let key = keyOf("local");
let session: Session = { token: undefined, aside: undefined };
const watchers = new Set<() => void>();

const ASIDE = ".aside";
const asideKey = () => `${key}${ASIDE}`;

const isSession = (name: string | null): boolean => name?.startsWith(keyOf("")) === true && !name.endsWith(ASIDE);

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
  session = next;
  for (const watcher of watchers) watcher();
}

function keep(next: Session): void {
  write(key, next.token);
  write(asideKey(), next.aside);
  become(next);
}

/** Loads the session of this instance, so that a demo and a live world never mix, and follows changes in other tabs.
 * `otherInstance` is called if another tab has a session of another instance, because the server has changed. */
export function loadSession(instance: string, otherInstance: () => void = () => undefined): void {
  key = keyOf(instance);
  const load = () => become({ token: read(key), aside: read(asideKey()) });
  load();
  window.addEventListener("storage", (event) => {
    if (event.key === key || event.key === asideKey()) load();
    else if (event.newValue && isSession(event.key)) otherInstance();
  });
}

export const sessionToken = (): string | undefined => session.token;

/** Starts a session with a new token. */
export const openSession = (token: string): void => keep({ token, aside: undefined });

/** Ends the session and forgets it. */
export const closeSession = (): void => keep({ token: undefined, aside: undefined });

/** Sets a refused session aside without deleting it. A newer session is not changed. */
export function setSessionAside(token: string): void {
  if (!moving && session.token === token) keep({ token: undefined, aside: token });
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
  write(asideKey(), session.token);
  write(key, undefined);
}

/** Retries the session that was set aside. */
export const resumeSession = (): void => keep({ token: session.aside, aside: undefined });

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export const useSession = (): Session => useSyncExternalStore(subscribe, () => session);
