import { ProblemError } from "@spyhop/sdk";
import type { SignInCalls, WalletCalls } from "../features/sign_in/types";

const TEMPORARY = "Signing in didn't work this time. Nothing was lost. Try again.";

const isConflict = (problem: unknown): problem is ProblemError =>
  problem instanceof ProblemError && problem.code === "conflict";

/** A conflict that stays is a temporary failure: other requests changed the same person meanwhile. */
const explained = (problem: unknown): unknown =>
  isConflict(problem) ? new ProblemError(problem.status, "temporary", TEMPORARY, problem.requestId) : problem;

const explain = (problem: unknown): never => {
  throw explained(problem);
};

/** Signs in, and once more after a conflict. */
export const retryConflict = <T>(signIn: () => Promise<T>): Promise<T> =>
  signIn()
    .catch((problem: unknown) => {
      if (!isConflict(problem)) throw problem;
      return signIn();
    })
    .catch(explain);

/** The same calls, with `verify` retried after a conflict. */
export const retryingCalls = (calls: SignInCalls): SignInCalls => ({
  ...calls,
  verify: (entered) => retryConflict(() => calls.verify(entered)),
});

/** The same calls of a wallet. A signature works once, so nothing is retried. */
export const explainingCalls = (calls: WalletCalls): WalletCalls => ({
  ...calls,
  verify: (proof) => calls.verify(proof).catch(explain),
});
