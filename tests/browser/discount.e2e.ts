import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { advanceUntil, launch, open, overflow, violations } from "./browser";
import { type Spyhop, startSpyhop } from "./spyhop";

let browser: Browser;
let spyhop: Spyhop;
beforeAll(async () => {
  [browser, spyhop] = await Promise.all([launch(), startSpyhop({ SPYHOP_DISCOUNTS: "on" })]);
});
afterAll(async () => {
  await browser?.close();
  await spyhop?.stop();
});

test.each([
  [1440, "light"],
  [390, "dark"],
] as const)("an email for discounts joins the list with the first wallet, at %i px", async (width, scheme) => {
  const { page, strangers, faults } = await open(browser, spyhop.url, {
    viewport: { width, height: 844 },
    colorScheme: scheme,
  });
  // The offer opens after five seconds, and its thanks stay for two.
  await page.clock.install();
  await page.goto(`${spyhop.url}/welcome`);
  const dialog = page.getByRole("dialog", { name: "Get exclusive discounts" });
  await advanceUntil(page, "00:05", () => dialog.isVisible());
  expect([await violations(page), await overflow(page)]).toEqual([[], 0]);
  await page.getByRole("button", { name: "No thanks, just let me enter" }).press("Enter");
  await dialog.waitFor({ state: "detached" });

  await page.reload();
  await advanceUntil(page, "00:05", () => dialog.isVisible());
  await dialog.getByLabel("Email").fill(`offer-${width}@example.org`);
  await page.keyboard.press("Enter");
  await dialog.getByText("Thank you!").waitFor();
  expect(await violations(page)).toEqual([]);
  await advanceUntil(page, "00:02", () => dialog.isHidden());
  await page.getByLabel("Address 1", { exact: true }).fill("vitalik.eth");
  await page.getByRole("button", { name: "Go" }).click();
  await page.waitForURL(`${spyhop.url}/home`);
  await page.getByText("Email added to our mailing list").waitFor();
  await page.goto(`${spyhop.url}/profile`);
  await page.getByText(`offer-${width}@example.org is on our mailing list.`).waitFor();
  expect([strangers, faults]).toEqual([[], []]);
  await page.context().close();
});
