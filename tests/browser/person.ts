import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launch, open, overflow, violations, type Watched } from "./browser";
import { received } from "./outbox";
import { type Spyhop, startSpyhop } from "./spyhop";

/** All tests come from one network, so its limits are raised. */
const LIMITS =
  '[limits]\nfind-email = "1000/min"\nsend-code = "1000/min"\nverify-code = "1000/min"\nwallet-sign-in = "1000/min"\n';

/** The browser connection of the importing test file. */
export let browser: Browser;
/** A server of the importing test file that writes mails into files. */
export let spyhop: Spyhop;
/** The folder of the mails. */
export let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "spyhop-outbox-"));
  await writeFile(join(folder, "spyhop.toml"), LIMITS);
  browser = await launch();
  spyhop = await startSpyhop({ SPYHOP_CONFIG: join(folder, "spyhop.toml"), SPYHOP_OUTBOX: folder });
});
afterAll(async () => {
  await browser?.close();
  await spyhop?.stop();
  await rm(folder, { recursive: true, force: true });
});

export const visit = (width: number, scheme: "light" | "dark" = "light"): Promise<Watched> =>
  open(browser, spyhop.url, { viewport: { width, height: 844 }, colorScheme: scheme });

export const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();

/** Checks that the page has no axe violations and does not scroll sideways. */
export const clean = async (page: Page) => expect([await violations(page), await overflow(page)]).toEqual([[], 0]);

/** The names of this origin's data in the browser. */
export const kept = (page: Page): Promise<string[]> => page.evaluate(() => Object.keys(localStorage));

export async function requestCode(page: Page, email: string): Promise<void> {
  await page.getByRole("dialog").getByLabel("Email").fill(email);
  await page.keyboard.press("Enter");
  await page.getByLabel("Enter code").waitFor();
}

/** Signs in with the code of the newest mail, as it may be pasted. */
export async function enterCode(page: Page, email: string): Promise<void> {
  await requestCode(page, email);
  const { code } = await received(folder, email);
  await page.getByLabel("Enter code").fill(` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: /^(You're signed in|Welcome back)$/ }).waitFor();
}

/** Chooses an entry of the menu of the person; narrow screens have its button in the footer. */
export async function person(page: Page, name: string | RegExp, entry: string): Promise<void> {
  await page.getByRole("button", { name }).filter({ visible: true }).first().click();
  await page.getByRole("menuitem", { name: entry }).click();
}

/** Opens the sign-in dialog from the menu of the person. */
export async function signInAsPerson(page: Page): Promise<void> {
  await person(page, /^Not signed in/, "Sign in");
  await page.getByRole("dialog", { name: "Don't lose your data" }).waitFor();
}

/** Signs in with another code for an address, which is sent half a minute after the one before at the earliest. */
export async function enterNextCode(page: Page, email: string): Promise<void> {
  const before = await received(folder, email);
  await spyhop.advance(31);
  await requestCode(page, email);
  await expect.poll(async () => (await received(folder, email)).code).not.toBe(before.code);
  await page.getByLabel("Enter code").fill((await received(folder, email)).code);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Welcome back" }).waitFor();
}
