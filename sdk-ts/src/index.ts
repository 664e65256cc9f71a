export { type Connection, connect } from "./connection";
export type { ServerEvent } from "./event-stream";
export { type EventsOptions, events } from "./events";
export * from "./generated";
export * from "./generated/model";
export { ProblemError } from "./problem";
