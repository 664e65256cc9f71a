import { type Connection, connection } from "./connection.js";
import { readEvents, type ServerEvent } from "./event-stream.js";
import type { PortfolioChanged, SyncStatus, World } from "./generated/model/index.js";
import { pause } from "./pause.js";
import type { Signal } from "./platform.js";
import { ProblemError } from "./problem.js";
import { authorize, bodyOf, problemOf, report, send } from "./transport.js";

const PATH = "/api/wallet/sync/events";
/** The server sends a heartbeat every 15 s; three missing ones mean a dead connection. */
const SILENCE_MS = 45_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** The data of the events, by event name. */
interface EventData {
  /** The world that is served: the demo or live sources. */
  world: World;
  /** The full sync status, or the changes since the previous event. */
  status: SyncStatus;
  /** The portfolio has changed and should be fetched again. */
  portfolio: PortfolioChanged;
}

/** An event of the stream: its name, its data, and the id to resume from. */
export type SyncEvent = {
  [Name in keyof EventData]: { event: Name; data: EventData[Name]; id: string | undefined };
}[keyof EventData];

const NAMES: readonly string[] = ["world", "status", "portfolio"] satisfies (keyof EventData)[];

/** The options of `events`. */
export interface EventsOptions {
  /** A connection other than that of `connect`. */
  connection?: Connection;
  /** Ends the stream. */
  signal: Signal;
  /** Resumes after the event with this id, for example `last_event_id` of the sync status. */
  lastEventId?: string;
  /** Called whenever the connection opens or is lost. */
  onConnection?: (open: boolean) => void;
  /** The delay before attempt n (one-based), in milliseconds. By default it doubles up to 30 s, with jitter. */
  backOff?: (attempt: number) => number;
}

const doubling = (attempt: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);

/** Whether a retry cannot change the error. */
const isFinal = (problem: unknown): boolean =>
  problem instanceof ProblemError && [400, 401, 403, 404, 405].includes(problem.status);

/** Parses an event; undefined for a name that this client does not know. Throws if its data is not JSON. */
function typed({ event, data, id }: ServerEvent): SyncEvent | undefined {
  return NAMES.includes(event) ? ({ event, data: JSON.parse(data), id } as SyncEvent) : undefined;
}

async function open(to: Connection, signal: AbortSignal, lastEventId: string | undefined): Promise<Response> {
  const headers = new Headers({ accept: "text/event-stream" });
  if (lastEventId) headers.set("last-event-id", lastEventId);
  const token = authorize(to, headers);
  // The stream is open as long as the page, so it comes after the requests that the page waits for.
  const response = await send(to, PATH, { headers, signal, cache: "no-store", priority: "low" });
  if (response.ok) return response;
  const problem = problemOf(response, await bodyOf(response, signal));
  report(to, problem, token);
  throw problem;
}

/**
 * Yields the server's events until `signal` is aborted. It reconnects with back-off and resumes after the last
 * event. Throws `ProblemError` only for errors that a retry cannot change.
 */
export async function* events(options: EventsOptions): AsyncGenerator<SyncEvent> {
  const { signal, onConnection, backOff = doubling, connection: to = connection() } = options;
  let lastEventId = options.lastEventId;
  for (let attempt = 1; !signal.aborted; attempt++) {
    try {
      const response = await open(to, signal, lastEventId);
      onConnection?.(true);
      for await (const event of readEvents(response, SILENCE_MS)) {
        const known = typed(event);
        attempt = 0;
        lastEventId = event.id ?? lastEventId;
        if (known) yield known;
      }
    } catch (problem) {
      if (isFinal(problem)) throw problem;
    }
    onConnection?.(false);
    if (!signal.aborted) await pause(backOff(Math.max(1, attempt)), signal);
  }
}
