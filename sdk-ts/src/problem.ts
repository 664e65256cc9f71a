/** A refusal or failure of a call: what happened, for people (`message`) and for programs (`code`). */
export class ProblemError extends Error {
  override readonly name = "ProblemError";

  constructor(
    /** HTTP status; 0 when the server could not be reached. */
    readonly status: number,
    /** Stable code, for example `invalid_input` or `plan_limit`; `unreachable` and `unreadable` are the client's own. */
    readonly code: string,
    message: string,
    /** Id to quote when asking about it; empty when no answer came. */
    readonly requestId: string,
    /** Facts of the refusal: `{fields}` with `invalid_input`, `{limit, used, upgrade_trigger}` with `plan_limit`. */
    readonly data: unknown = null,
    /** Seconds after which the server wants to be asked again, when it said so. */
    readonly retryAfter: number | undefined = undefined,
  ) {
    super(message);
  }
}
