import type { Page } from "playwright-core";
import { expect } from "vitest";
import { overflow, signIn, untilStill, violations } from "./browser";
import { enterCode, press, spyhop } from "./person";

/** Has the form of a private key, as secrets of exchanges do. */
export const SECRET = "4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318";

/** Nothing is in the way of anybody, and nothing leaves the screen. */
export async function expectClean(page: Page): Promise<void> {
  await untilStill(page);
  expect([await violations(page), await overflow(page)]).toEqual([[], 0]);
}

/** Opens the list of exchanges to connect, as a person who registers for it. */
export async function registerToConnect(page: Page, email: string): Promise<void> {
  await signIn(page, spyhop.url, ["vitalik.eth"]);
  await page.goto(`${spyhop.url}/exchanges`);
  await page.getByRole("main").getByRole("button", { name: "Connect exchange" }).click();
  await enterCode(page, email);
  await press(page, "Continue");
  await page.getByText("Spyhop only reads").waitFor();
}

/** Enters a key in the form and sends it. */
export async function enterKey(page: Page, key: string): Promise<void> {
  await page.getByLabel("API Key", { exact: true }).fill(key);
  await page.getByLabel("API Secret", { exact: true }).fill(SECRET);
  await page.keyboard.press("Enter");
}

/** Chooses an exchange in the open list and connects an account with a key about which nothing has to be known. */
export async function connectAt(page: Page, exchange: string, key: string): Promise<void> {
  await page.getByRole("dialog").getByRole("button", { name: exchange }).click();
  await enterKey(page, key);
  await page.getByText(`${exchange} connected to Spyhop`).waitFor();
}
