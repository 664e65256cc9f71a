import { ProblemError } from "@spyhop/sdk";
import type { Refusal } from "./types";

const kinds: Readonly<Record<string, Refusal["kind"]>> = {
  email_not_found: "unknown_email",
  invalid_code: "invalid_code",
  already_signed_in: "other_person",
};

/** Classifies why a call failed. */
export function refusalOf(problem: unknown): Refusal {
  if (!(problem instanceof ProblemError))
    return {
      kind: "failed",
      message: problem instanceof Error ? problem.message : "Something Went Wrong",
      retryAfter: undefined,
    };
  return { kind: kinds[problem.code] ?? "failed", message: problem.message, retryAfter: problem.retryAfter };
}
