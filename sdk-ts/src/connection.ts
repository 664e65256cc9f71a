import type { ProblemError } from "./problem.js";

/** How to reach a server and as whom. */
export interface Connection {
  /** Origin of the server without a final slash; empty for the page's own. */
  baseUrl: string;
  /** The session token, asked for at every call. */
  token?: () => string | undefined;
  /** Told when a session was refused (401). `token` is the one that was sent. */
  onUnauthorized?: (problem: ProblemError, token: string) => void;
  /** Refuses a request by throwing, before anything of it is sent. */
  check?: (path: string, body: unknown) => Promise<void>;
  /** Another `fetch`, for instance one with a proxy. */
  fetch?: typeof globalThis.fetch;
}

let current: Connection = { baseUrl: "" };

/**
 * Sets the server and the session that the functions of this package use where they are given no other connection. For
 * several servers or people in one program there is `createClient`.
 */
export const connect = (connection: Connection): void => {
  current = connection;
};

/** The connection in use. */
export const connection = (): Connection => current;
