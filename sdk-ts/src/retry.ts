import { pause } from "./pause.js";
import { ProblemError } from "./problem.js";

/** The most times that a call is repeated. */
const MOST = 3;
/** The delay before the first repetition where the server states none; it doubles. */
const FIRST_WAIT_MS = 500;
/** A server that asks to wait longer is not waited for: the caller decides, by `retryAfter` of the problem. */
const LONGEST_WAIT_S = 60;

/** The delay before a repetition in milliseconds; undefined if a repetition cannot help, or not soon. */
function delay(problem: unknown, backOff: number): number | undefined {
  if (!(problem instanceof ProblemError)) return undefined;
  const isTransient = problem.status === 429 || problem.status === 503 || problem.code === "unreachable";
  if (!isTransient) return undefined;
  const { retryAfter } = problem;
  if (retryAfter === undefined) return backOff * (0.5 + Math.random() / 2);
  return retryAfter <= LONGEST_WAIT_S ? retryAfter * 1_000 : undefined;
}

/** How a call is repeated. */
interface Repetition {
  /** The most repetitions; at most 3, which is the default. */
  retries: number | undefined;
  signal: AbortSignal | null | undefined;
}

/**
 * Repeats an idempotent call that was rate limited (429), refused because the server is busy (503) or lost with its
 * connection. Throws the last problem.
 */
export async function repeat<T>(attempt: () => Promise<T>, { retries = MOST, signal }: Repetition): Promise<T> {
  const most = Math.min(retries, MOST);
  for (let repeated = 0; ; repeated++) {
    try {
      return await attempt();
    } catch (problem) {
      const wait = repeated < most ? delay(problem, FIRST_WAIT_MS * 2 ** repeated) : undefined;
      if (wait === undefined) throw problem;
      await pause(wait, signal);
      signal?.throwIfAborted();
    }
  }
}
