import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { createSession, keepSession, open, overflow, violations } from "./browser";
import { browser, spyhop } from "./demo";

let token: string;

beforeAll(async () => {
  token = await createSession(spyhop.url, ["vitalik.eth"]);
});

async function home(width: number): Promise<Page> {
  const { page } = await open(browser, spyhop.url, { viewport: { width, height: 844 } });
  await keepSession(page, spyhop.url, token);
  await page.goto(`${spyhop.url}/home`);
  await page.getByRole("button", { name: /^Net worth \$/ }).waitFor();
  return page;
}

test.each([1440, 390])("a currency is chosen by the keyboard and stays, at %i px", async (width) => {
  const page = await home(width);
  await page.getByRole("button", { name: "Currency: USD. Change" }).click();
  const field = page.getByRole("combobox", { name: "Find a currency" });
  await field.waitFor();
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.type("yen");
  await page.getByRole("option", { name: /Japanese yen/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Net worth ¥[\d,]+\. Explain/ }).waitFor();
  expect(await overflow(page)).toBe(0);
  await page.reload();
  await page.getByRole("button", { name: /^Net worth ¥/ }).waitFor();
  await page.getByRole("button", { name: "Currency: JPY. Change" }).click();
  await field.waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^Net worth ¥/ }).click();
  await page.getByText("Rate", { exact: true }).first().waitFor();
  await page.context().close();
});
