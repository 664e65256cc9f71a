import { connect, ProblemError } from "@spyhop/sdk";
import { clearLocalState } from "../features/user/localState";
import { endRefusedSession, sessionToken } from "../features/user/session";
import { secretInRequest, secretWarning } from "../format/secret";

/** The lines of a file are searched for secrets before it is sent to this path. */
const FILES = "/api/wallet/user-wallet/read-upload";

/** The texts of a form, with the content of its text files. */
const textsOf = (form: FormData): Promise<string[]> =>
  Promise.all(
    [...form.values()].map((value) =>
      typeof value === "string" ? value : value.type.startsWith("text/") ? value.text() : "",
    ),
  );

/** Rejects a request that contains a secret in any of its texts, whichever field it was entered in. */
async function refuseSecrets(path: string, body: unknown): Promise<void> {
  const texts = body instanceof FormData ? await textsOf(body) : typeof body === "string" && JSON.parse(body);
  if (!texts || path === FILES) return;
  const secret = await secretInRequest(texts, path).catch(() => {
    const why = "We couldn't check this text for secrets, so nothing was sent. Check your connection and try again.";
    throw new ProblemError(0, "unreachable", why, "");
  });
  if (secret) throw new ProblemError(0, "secret", secretWarning(secret), "");
}

/** Connects the SDK with the session of this browser. */
export function connectSession(): void {
  connect({
    baseUrl: "",
    token: sessionToken,
    // The query cache repeats calls.
    retries: 0,
    check: refuseSecrets,
    onUnauthorized: (_problem, token) => {
      if (endRefusedSession(token)) clearLocalState();
    },
  });
}
