import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createSession, keepSession, open, overflow, untilHistoryRead, untilStill, violations } from "./browser";
import { browser, spyhop } from "./demo";
import { share, untilRead } from "./owner";
import { picture } from "./picture";
import { soakOnly } from "./soak";

const WALLETS = ["vitalik.eth", "lighthouse.eth", "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"];

/** Opens a page once it has loaded, without a pointer over it. */
async function still(page: Page, url: string, path: string): Promise<void> {
  await page.goto(url + path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
  await untilStill(page);
  await page.mouse.move(0, 0);
}

test.each([
  ["light", 1440, 900],
  ...soakOnly([
    ["dark", 1440, 900],
    ["light", 390, 844],
  ]),
  ["dark", 390, 844],
] as const)("the pages of the documentation have no violations, %s at %i px", async (colorScheme, width, height) => {
  const { url } = spyhop;
  const { page, faults } = await open(browser, url, { colorScheme, viewport: { width, height } });
  const clean = async (name: string) => {
    expect([await violations(page), await overflow(page)]).toEqual([[], 0]);
    if (width > 1000 || ["wallets", "history"].includes(name)) await picture(page, `${name}-${width}-${colorScheme}`);
  };
  const token = await createSession(url, WALLETS);
  await keepSession(page, url, token);
  await page.goto(`${url}/home`);
  await untilRead(page);
  for (const name of ["wallets", "privacy", "health"]) {
    await still(page, url, `/${name}`);
    await clean(name);
  }
  await untilHistoryRead(url, token);
  await still(page, url, "/intelligence/transaction-history");
  await clean("history");
  await still(page, url, "/home");
  await share(page);
  await page.mouse.move(0, 0);
  await page.getByText("Link created").waitFor({ state: "detached" });
  await clean("share");
  expect(faults).toEqual([]);
  await page.context().close();
});
