import type { Code } from "./generated/model/index.js";

/** What a refusal or failure is called: by the server, or `unreachable` and `unreadable` by this client. */
export type ProblemCode = Code | "unreachable" | "unreadable";

/** A refusal or failure of a call: what happened, for people (`message`) and for programs (`code`). */
export class ProblemError extends Error {
  override readonly name = "ProblemError";

  constructor(
    /** HTTP status; 0 when the server could not be reached. */
    readonly status: number,
    /** Stable code, for example `invalid_input` or `plan_limit`. A newer server may have more than are named here. */
    readonly code: ProblemCode | (string & {}),
    message: string,
    /** Id to quote when asking about it; empty when no answer came. */
    readonly requestId: string,
    /** Facts of the refusal: `FieldProblems` with `invalid_input`, `LimitReached` with `plan_limit`. */
    readonly data: unknown = null,
    /** Seconds after which the server wants to be asked again, when it said so. */
    readonly retryAfter: number | undefined = undefined,
    /** `cause` is the error behind it, for example that of `fetch`. */
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
