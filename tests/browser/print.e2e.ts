import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createSession, keepSession, open, overflow, untilHistoryRead, untilStill } from "./browser";
import { browser, spyhop } from "./demo";
import { patience } from "./patience";

const PAGES = ["/home", "/intelligence", "/intelligence/asset-value", "/intelligence/costs"];
/** The width of A4 between its margins, in pixels. */
const PAPER = 718;

/** What is of no use on paper and visible nevertheless. */
const useless = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("nav[aria-label=Main], nav[aria-label=Sections], body header:has(form)")]
      .filter((one) => one.checkVisibility())
      .map((one) => one.getAttribute("aria-label") ?? one.nodeName),
  );

/** The charts that are wider than their card. */
const wide = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("main figure svg")]
      .filter((svg) => {
        const card = svg.closest("section")?.getBoundingClientRect();
        const own = svg.getBoundingClientRect();
        return card !== undefined && own.width > 0 && own.right > card.right + 1;
      })
      .map((svg) => `${svg.getAttribute("width")} px`),
  );

test(
  "pages print in light colors, without bars, and with charts as wide as the paper",
  async () => {
    const token = await createSession(spyhop.url, ["vitalik.eth"]);
    await untilHistoryRead(spyhop.url, token);
    const { page, faults } = await open(browser, spyhop.url, {
      colorScheme: "dark",
      viewport: { width: 1440, height: 900 },
    });
    // The charts are drawn for the screen; paper does not wait until they are drawn again.
    await page.context().addInitScript("window.ResizeObserver = undefined");
    await keepSession(page, spyhop.url, token);
    for (const path of PAGES) {
      await page.goto(`${spyhop.url}${path}`);
      await page.locator("main figure svg").first().waitFor();
      await untilStill(page);
      await page.emulateMedia({ media: "print" });
      await page.setViewportSize({ width: PAPER, height: 1000 });
      expect([path, await useless(page), await wide(page), await overflow(page)]).toEqual([path, [], [], 0]);
      const color = await page.evaluate<string>("getComputedStyle(document.body).color");
      expect(color).toBe("rgb(10, 30, 40)");
      await page.emulateMedia({ media: "screen" });
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    expect(faults).toEqual([]);
    await page.context().close();
  },
  patience(240_000),
);
