import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launch } from "./browser";
import { startOnWorld, type WorldStage } from "./world";

/** The browser of the file that imports this. */
export let browser: Browser;
/** Its test world, and a server that asks it and nobody else. */
export let world: WorldStage;

beforeAll(async () => {
  [browser, world] = await Promise.all([launch(), startOnWorld()]);
});
afterAll(async () => {
  await browser?.close();
  await world?.stop();
});
