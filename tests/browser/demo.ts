import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launch } from "./browser";
import { type Spyhop, startSpyhop } from "./spyhop";

/** The browser of the file that imports this. */
export let browser: Browser;
/** Its server in the demo world. */
export let spyhop: Spyhop;

beforeAll(async () => {
  [browser, spyhop] = await Promise.all([launch(), startSpyhop()]);
});
afterAll(async () => {
  await browser?.close();
  await spyhop?.stop();
});
