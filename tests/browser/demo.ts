import type { Browser } from "playwright-core";
import { afterAll, beforeAll, inject } from "vitest";
import { launch } from "./browser";

/** The browser of the file that imports this. */
export let browser: Browser;
/** The server in the demo world, which other files use at the same time. */
export const spyhop = { url: inject("demo") };

beforeAll(async () => {
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
});
