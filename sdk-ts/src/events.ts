import { authorise, problemOf, report } from "./call";
import { connection } from "./connection";
import { readEvents, type ServerEvent } from "./event-stream";
import { ProblemError } from "./problem";

const PATH = "/api/wallet/sync/events";
/** The server sends a heartbeat every 15 s; three that are missing mean a dead connection. */
const SILENCE_MS = 45_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** What `events` needs to know. */
export interface EventsOptions {
  /** Ends the stream. */
  signal: AbortSignal;
  /** Resumes after this event, for example `last_event_id` of the sync status. */
  lastEventId?: string;
  /** Told whenever the connection opens or is lost. */
  onConnection?: (open: boolean) => void;
  /** The wait before attempt n (from 1), in milliseconds; doubling up to 30 s with jitter unless given. */
  backOff?: (attempt: number) => number;
}

const doubling = (attempt: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);

/** A refusal that will not change by asking again. */
const isFinal = (problem: unknown): boolean =>
  problem instanceof ProblemError && [400, 401, 403, 404, 405].includes(problem.status);

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener("abort", finish);
  });
}

async function open(signal: AbortSignal, lastEventId: string | undefined): Promise<Response> {
  const to = connection();
  const headers = new Headers({ accept: "text/event-stream" });
  if (lastEventId) headers.set("last-event-id", lastEventId);
  const token = authorise(to, headers);
  const response = await (to.fetch ?? globalThis.fetch)(to.baseUrl + PATH, { headers, signal, cache: "no-store" });
  if (response.ok) return response;
  const problem = problemOf(response, await response.json().catch(() => null));
  report(to, problem, token);
  throw problem;
}

/**
 * The server's progress events, for as long as `signal` allows: reconnects with a growing wait and resumes where it
 * stopped. Throws `ProblemError` only for a refusal that asking again will not change.
 */
export async function* events(options: EventsOptions): AsyncGenerator<ServerEvent> {
  const { signal, onConnection, backOff = doubling } = options;
  let lastEventId = options.lastEventId;
  for (let attempt = 1; !signal.aborted; attempt++) {
    try {
      const response = await open(signal, lastEventId);
      onConnection?.(true);
      for await (const event of readEvents(response, SILENCE_MS)) {
        attempt = 0;
        lastEventId = event.id ?? lastEventId;
        yield event;
      }
    } catch (problem) {
      if (isFinal(problem)) throw problem;
    }
    onConnection?.(false);
    if (!signal.aborted) await pause(backOff(Math.max(1, attempt)), signal);
  }
}
