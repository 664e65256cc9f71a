import { ProblemError } from "@spyhop/sdk";
import type { Refusal } from "./types";

/** What a refused call throws. */
export { ProblemError };

function kindOf({ code }: ProblemError): Refusal["kind"] {
  if (code === "email_not_found") return "unknown_email";
  if (code === "invalid_code") return "invalid_code";
  if (code === "proof_required") return "proof_required";
  if (code === "other_browser") return "other_browser";
  return code === "other_user" ? "other_person" : "failed";
}

/** Classifies why a call failed. */
export function refusalOf(problem: unknown): Refusal {
  if (!(problem instanceof ProblemError))
    return {
      kind: "failed",
      message: problem instanceof Error ? problem.message : "Something Went Wrong",
      retryAfter: undefined,
    };
  return {
    kind: kindOf(problem),
    message: problem.message,
    retryAfter: problem.status === 429 ? problem.retryAfter : undefined,
  };
}
