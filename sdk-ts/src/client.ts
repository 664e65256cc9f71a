import type { CallOptions } from "./call.js";
import type { Connection } from "./connection.js";
import { type EventsOptions, events, type SyncEvent } from "./events.js";
import * as generated from "./generated/index.js";
import { type SettledOptions, settled } from "./settled.js";
import type { SettledStatus } from "./sync-parts.js";

type Generated = typeof generated;

/** All calls of the server, bound to one connection. */
export type Client = {
  readonly [Name in keyof Generated as ReturnType<Generated[Name]> extends Promise<unknown>
    ? Name
    : never]: Generated[Name];
} & {
  /** Same as the function of this name. */
  events(options: Omit<EventsOptions, "connection">): AsyncGenerator<SyncEvent>;
  /** Same as the function of this name. */
  settled(options?: Omit<SettledOptions, "connection">): Promise<SettledStatus>;
};

type Call = (body: unknown, options?: CallOptions) => Promise<unknown>;

/** The generator also writes a function for the path of each call, which is excluded here: `getGetBalanceUrl` for `getBalance`. */
const isCall = (name: string): boolean => `get${name.charAt(0).toUpperCase()}${name.slice(1)}Url` in generated;

/** Creates a client with its own connection, for programs that use several servers or sessions. */
export function createClient(connection: Connection): Client {
  const calls = Object.entries(generated as unknown as Record<string, Call>).filter(([name]) => isCall(name));
  const bound = calls.map(([name, call]): [string, Call] => [
    name,
    (body, options) => call(body, { ...options, connection }),
  ]);
  return {
    ...Object.fromEntries(bound),
    events: (options: Omit<EventsOptions, "connection">) => events({ ...options, connection }),
    settled: (options?: Omit<SettledOptions, "connection">) => settled({ ...options, connection }),
  } as Client;
}
