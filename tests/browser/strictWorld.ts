import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launch } from "./browser";
import { startOnWorld, type WorldStage } from "./world";

/** The browser connection of the importing test file. */
export let browser: Browser;
/** The test world, and a server that uses only its sources. */
export let world: WorldStage;

beforeAll(async () => {
  [browser, world] = await Promise.all([launch(), startOnWorld()]);
});
afterAll(async () => {
  await browser?.close();
  await world?.stop();
});
