import type { Code } from "./generated/model/index.js";

/** The code of an error: a code of the server, or `unreachable` and `unreadable` of this client. */
export type ProblemCode = Code | "unreachable" | "unreadable";

/** An error of a call, described for people (`message`) and for programs (`code`). */
export class ProblemError extends Error {
  override readonly name = "ProblemError";

  constructor(
    /** The HTTP status; 0 if the server could not be reached. */
    readonly status: number,
    /** A stable code, for example `invalid_input` or `plan_limit`. A newer server may send other codes than these. */
    readonly code: ProblemCode | (string & {}),
    message: string,
    /** The id to quote in a bug report; empty if there was no response. */
    readonly requestId: string,
    /** The details: `FieldProblems` for `invalid_input`, `LimitReached` for `plan_limit`. */
    readonly data: unknown = null,
    /** The seconds to wait before a retry, if the server sent `Retry-After`. */
    readonly retryAfter: number | undefined = undefined,
    /** `cause` is the underlying error, for example that of `fetch`. */
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
