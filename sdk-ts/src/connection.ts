import type { FetchFunction } from "./platform.js";
import type { ProblemError } from "./problem.js";

/** The address of a server and the session to use. */
export interface Connection {
  /** The origin of the server without a trailing slash; empty for the origin of the page. */
  baseUrl: string;
  /** Returns the session token; called for every request. */
  token?: () => string | undefined;
  /** Called when a session was refused (401); `token` is the one that was sent. */
  onUnauthorized?: (problem: ProblemError, token: string) => void;
  /** Called before a request is sent; throw to refuse it. */
  check?: (path: string, body: unknown) => Promise<void>;
  /** The most times that a call which may be repeated is; at most 3, which is the default. */
  retries?: number;
  /** A replacement for `fetch`, for example one that uses a proxy. */
  fetch?: FetchFunction;
}

let current: Connection = { baseUrl: "" };

/**
 * Sets the server and the session that the functions of this package use by default. Use `createClient` for several
 * servers or sessions in one program.
 */
export const connect = (connection: Connection): void => {
  current = connection;
};

/** Returns the default connection. */
export const connection = (): Connection => current;
