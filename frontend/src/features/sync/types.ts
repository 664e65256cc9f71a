export type { SyncSource, SyncStatus, World } from "@spyhop/sdk";
