import type { World } from "./types";

/** Whether the demo that this page was rendered in has ended since. */
export const demoEnded = (rendered: string | undefined, world: World | undefined): boolean =>
  rendered === "demo" && world?.kind === "live";
