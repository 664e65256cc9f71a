import type { Browser } from "playwright-core";
import { afterAll, beforeAll, inject } from "vitest";
import { launch } from "./browser";

/** The browser connection of the importing test file. */
export let browser: Browser;
/** The demo server, which other test files use at the same time. */
export const spyhop = { url: inject("demo") };

beforeAll(async () => {
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
});
