import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { open, overflow, signIn, untilStill } from "./browser";
import { browser, spyhop } from "./demo";

/** The page of a public address, as visitors see it. */
const SHARED = "/home/0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE";
const HISTORY = "/intelligence/transaction-history";

/** Truncated texts that have no title and cannot be expanded. */
const clipped = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const hasText = (one: Element) =>
      [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    const cut = (one: Element): boolean => {
      const { overflowX, overflowY, clipPath } = getComputedStyle(one);
      if (clipPath !== "none") return false;
      const wide = overflowX !== "visible" && one.scrollWidth > one.clientWidth + 1;
      return wide || (overflowY !== "visible" && one.scrollHeight > one.clientHeight + 1);
    };
    return [...document.querySelectorAll("body *")]
      .filter((one) => hasText(one) && one.checkVisibility() && cut(one) && !one.closest("[title], summary, option"))
      .map((one) => `${one.nodeName}.${one.className}: ${one.textContent?.slice(0, 60)}`);
  });

describe.each([
  ["200 % of 1440 px", 720, 450],
  ["the narrowest phone", 360, 640],
  ["a 4K screen", 3840, 2160],
] as const)("%s", (_, width, height) => {
  test.each(["/welcome", "/home", SHARED, "/wallets", HISTORY, "/privacy", "/health", "/nothing-here"])(
    "loses nothing of %s",
    async (path) => {
      const { page } = await open(browser, spyhop.url, { viewport: { width, height } });
      if (path !== "/welcome") await signIn(page, spyhop.url, ["vitalik.eth", "nonsense"]);
      await page.goto(spyhop.url + path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
      await untilStill(page);
      expect(await overflow(page)).toBe(0);
      expect(await clipped(page)).toEqual([]);
      await page.context().close();
    },
  );

  test("loses nothing of the dialogs", async () => {
    const { page } = await open(browser, spyhop.url, { viewport: { width, height } });
    await signIn(page, spyhop.url, ["vitalik.eth", "nonsense"]);
    for (const [path, opener] of [
      ["/home", "Add wallet"],
      ["/home", /^Net worth .*Explain this figure$/],
      ["/home", "Share your portfolio"],
      ["/wallets", "Edit vitalik.eth"],
      ["/wallets", "Fix now"],
    ] as const) {
      await page.goto(spyhop.url + path);
      await page.getByRole("button", { name: opener }).first().click();
      await page.getByRole("dialog").waitFor();
      await page.locator("dialog [aria-busy=true]").first().waitFor({ state: "detached" });
      expect(await overflow(page), path).toBe(0);
      expect(await clipped(page), path).toEqual([]);
    }
    await page.context().close();
  });
});
