import { ProblemError } from "@spyhop/sdk";
import { currentSession } from "../features/user/session";

const TEMPORARY = "Signing in didn't work this time. Nothing was lost. Try again.";

const isConflict = (problem: unknown): problem is ProblemError =>
  problem instanceof ProblemError && problem.code === "conflict";

/**
 * Signs in, and once more after a conflict. The server answers the same code if two requests met and if another registered
 * person is signed in. Only a registered session can mean the latter; without one, a second conflict is a temporary failure.
 */
export async function retryConflict<T>(signIn: () => Promise<T>): Promise<T> {
  try {
    return await signIn();
  } catch (problem) {
    if (!isConflict(problem)) throw problem;
  }
  try {
    return await signIn();
  } catch (problem) {
    if (!isConflict(problem) || currentSession().user !== undefined) throw problem;
    throw new ProblemError(problem.status, "temporary", TEMPORARY, problem.requestId);
  }
}

/** The same calls, with `verify` retried after a conflict. */
export const retryingCalls = <C extends { verify: (given: never) => Promise<unknown> }>(calls: C): C => ({
  ...calls,
  verify: (given: never) => retryConflict(() => calls.verify(given)),
});
