export type { World } from "@spyhop/sdk";
