export type { CallOptions } from "./call.js";
export { type Client, createClient } from "./client.js";
export { type Connection, connect } from "./connection.js";
export { type EventsOptions, events, type SyncEvent } from "./events.js";
export * from "./generated/index.js";
export * from "./generated/model/index.js";
export { pages } from "./pages.js";
export { type ProblemCode, ProblemError } from "./problem.js";
export { type SettledOptions, settled } from "./settled.js";
