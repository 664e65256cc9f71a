export type { CallOptions } from "./call.js";
export { type Client, createClient } from "./client.js";
export { type Connection, connect } from "./connection.js";
export {
  type Download,
  exportAverageCostBasis,
  exportCounterPartyVolumeTraded,
  exportGasFeeOvertime,
  exportTransactions,
  exportUserData,
} from "./download.js";
export { type EventsOptions, events, type SyncEvent } from "./events.js";
export * from "./generated/index.js";
export * from "./generated/model/index.js";
export { pages } from "./pages.js";
export type { FetchFunction, FetchInit, FileContent, Signal } from "./platform.js";
export { type ProblemCode, ProblemError } from "./problem.js";
export { type SettledOptions, settled } from "./settled.js";
export type { PartStatus, PastPricesPart, SettledPart, SettledStatus } from "./sync-parts.js";
export { importExchangeUpload, previewExchangeUpload, uploadFile } from "./upload.js";
