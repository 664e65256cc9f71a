import { expect, test } from "vitest";
import { overflow, violations } from "./browser";
import { browser, spyhop } from "./demo";
import { owner } from "./owner";

/** An address of Tron, which no network here knows. */
const TRON = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8";
const SHORT = "TJRabP…RTv8";

test.each([1440, 390])("unread wallets are listed on Home and can be fixed, at %i px", async (width) => {
  const { page, faults } = await owner(browser, spyhop.url, ["vitalik.eth", TRON, "gibberish"], width);
  await page.getByText("2 wallets not loaded").filter({ visible: true }).first().waitFor();
  const sideBar = page.getByRole("navigation", { name: "Main" });
  if (width > 1000) {
    await expect.poll(() => sideBar.textContent()).toContain("2 wallets not loaded");
    expect(await sideBar.textContent()).not.toMatch(/everything|nothing is missing/i);
  }
  await page.getByText(SHORT, { exact: true }).first().waitFor();
  await page.getByText("gibberish", { exact: true }).first().waitFor();
  expect([await violations(page), await overflow(page)]).toEqual([[], 0]);

  await page.getByRole("button", { name: "Fix now: gibberish" }).click();
  const fix = page.getByRole("dialog", { name: "Fix your wallet address" });
  await fix.getByLabel("Address 1", { exact: true }).fill("nick.eth");
  await fix.getByText("1 ready").waitFor();
  expect([await violations(page), await overflow(page)]).toEqual([[], 0]);
  await fix.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Fix now: gibberish" }).waitFor({ state: "detached" });
  await page.getByText("1 wallet not loaded").filter({ visible: true }).first().waitFor();

  await page.getByRole("button", { name: `Fix now: ${SHORT}` }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Remove/ })
    .click();
  await page.getByRole("button", { name: `Fix now: ${SHORT}` }).waitFor({ state: "detached" });
  await expect.poll(() => page.getByText(/wallets? not loaded/).count()).toBe(0);
  expect(faults).toEqual([]);
  await page.context().close();
});
