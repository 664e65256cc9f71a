export type { SharedLook as ShareSession } from "@spyhop/sdk";
