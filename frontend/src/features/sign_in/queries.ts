import { getEmailLink, ProblemError } from "@spyhop/sdk";
import { useQuery } from "@tanstack/react-query";
import type { EmailLink, Refusal } from "./types";

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

/** What the link of an email is for. `session` is the token of this browser's session, which may be the one that requested it. */
export const useEmailLink = (token: string, session: string | undefined) =>
  useQuery({
    queryKey: ["email-link", token, session ?? ""],
    queryFn: async ({ signal }): Promise<EmailLink> => {
      const link = await getEmailLink({ token }, { signal });
      return {
        email: link.email,
        isNewUser: link.is_new_user,
        isChange: link.is_change,
        requestedHere: link.requested_here,
      };
    },
    enabled: token !== "",
    retry: false,
  });
