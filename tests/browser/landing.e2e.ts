import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  advanceUntil,
  createContext,
  createSession,
  keepSession,
  open,
  signIn,
  untilHistoryRead,
  untilServerRead,
  untilStill,
} from "./browser";
import { received } from "./outbox";
import { browser, clean, folder, kept, press, spyhop, visit } from "./person";
import { rotate } from "./soak";

test("an anonymous person is invited to sign in once, unasked only where plans are on", async () => {
  const context = await createContext(browser);
  const page = await context.newPage();
  await page.clock.install();
  await signIn(page, spyhop.url, ["vitalik.eth"]);
  await page.goto(`${spyhop.url}/home`);
  await untilStill(page);
  const dialog = page.getByRole("dialog", { name: "Don't lose your data" });
  await advanceUntil(page, "00:15", () => dialog.isVisible());
  await clean(page);
  await press(page, "Skip for now");
  await dialog.waitFor({ state: "detached" });
  expect(await kept(page)).toContain("spyhop.invited");
  await context.close();
});

test.each(
  rotate(
    ["landing-page-whale", "landing-page-peace-of-mind", "landing-page-intelligence"],
    [
      [1440, "light"],
      [768, "dark"],
      [390, "light"],
    ],
  ),
)("%s takes an email, and continues to Spyhop, at %i px, %s", async (name, width, scheme) => {
  const { page, strangers, faults } = await visit(width, scheme);
  await page.clock.install({ time: "2030-01-01T12:00:00Z" });
  await page.goto(`${spyhop.url}/${name}`);
  await page.getByRole("heading", { name: "Sign up for exclusive access." }).waitFor();
  await clean(page);
  await page.getByLabel("Email").fill("you");
  await press(page, "Get started");
  await page.getByText("Enter valid email").waitFor();
  const email = `${name}-${width}@example.org`;
  await page.getByLabel("Email").fill(email);
  // The page leaves after a few seconds, which the checks need not fit into.
  await page.clock.pauseAt("2030-01-01T13:00:00Z");
  await press(page, "Get started");
  const isAnswered = async () => {
    await page.clock.runFor(50);
    return page.getByText("Please check your email for a verification link.").isVisible();
  };
  await expect.poll(isAnswered).toBe(true);
  await clean(page);
  expect(new URL(page.url()).pathname).toBe(`/${name}`);
  await page.clock.runFor("00:05");
  await page.waitForURL(/\/welcome/);
  expect((await received(folder, email)).link).toContain("/verify-email?token=");
  expect([strangers, faults]).toEqual([[], []]);
  await page.context().close();
});

test.each([1440, 1100, 390])("the slides are moved by arrows or by the keyboard, at %i px", async (width) => {
  const { page } = await visit(width, "dark");
  await page.goto(`${spyhop.url}/landing-page-peace-of-mind`);
  const slides = page.getByRole("region", { name: "Three things to know" });
  await slides.getByText("1 of 3").waitFor();
  const arrows = page.getByRole("button", { name: "Next" });
  if (width > 640) await arrows.click();
  else await slides.getByRole("list").press("ArrowRight");
  await slides.getByText("2 of 3").waitFor();
  await slides.getByRole("list").press("End");
  if (width > 640) await arrows.click();
  else await slides.getByRole("list").evaluate((list) => list.scrollTo(list.scrollWidth, 0));
  await slides.getByText("3 of 3").waitFor();
  await clean(page);
  await page.context().close();
});

test("the picture of the product follows the theme", async () => {
  const { page, faults } = await visit(1440);
  await page.goto(`${spyhop.url}/landing-page-whale`);
  const image = page.locator("picture img");
  const shown = () => image.evaluate((one) => (one as HTMLImageElement).currentSrc);
  await expect.poll(() => image.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(1440);
  expect(await shown()).toContain("whale-wide-light");
  const theme = page.getByRole("button", { name: /^Theme: / });
  await theme.click();
  await theme.click();
  await expect.poll(shown).toContain("whale-wide-dark");
  expect(faults).toEqual([]);
  await page.context().close();
});

test("the example opens Home, and does not take the place of a portfolio", async () => {
  const { page, strangers, faults } = await visit(1440);
  await page.goto(`${spyhop.url}/landing-page-intelligence`);
  await press(page, "Try it with an example");
  await page.waitForURL(`${spyhop.url}/home`);
  await page.goto(`${spyhop.url}/landing-page-intelligence`);
  await page.getByRole("heading", { name: "Sign up for exclusive access." }).waitFor();
  expect(await page.getByRole("button", { name: "Try it with an example" }).count()).toBe(0);
  await press(page, "Open your portfolio");
  await page.waitForURL(`${spyhop.url}/home`);
  expect([strangers, faults]).toEqual([[], []]);
  await page.context().close();
});

test("links of features open Home for unknown names, with an empty session", async () => {
  const { page } = await visit(1440);
  await page.goto(`${spyhop.url}/app-feature?redirect=nothing`);
  await page.waitForURL(`${spyhop.url}/home`);
  await page.getByRole("button", { name: "Sign up" }).waitFor();
  await page.goto(`${spyhop.url}/app-feature?redirect=whale-watch`);
  await page.getByText("Whale Watch isn't available yet.").waitFor();
  await page.waitForURL(/\/home$/);
  for (const [name, path] of [
    ["average-cost-basis", "/intelligence/costs"],
    ["asset-value-chart", "/intelligence/asset-value"],
    ["insights", "/intelligence/insights"],
    ["netflow", "/intelligence#netflow"],
  ]) {
    await page.goto(`${spyhop.url}/app-feature?redirect=${name}`);
    await page.getByRole("dialog", { name: "Add wallet address" }).waitFor();
    await page.waitForURL(`${spyhop.url}${path}`);
  }
  await page.goto(`${spyhop.url}/?redirect=intelligence/insights`);
  await page.waitForURL(`${spyhop.url}/intelligence/insights`);
  await keepSession(page, spyhop.url, "spy_unusable");
  await page.goto(`${spyhop.url}/app-feature?redirect=netflow`);
  await page.waitForURL(/\/(welcome|intelligence)/);
  await page.context().close();
});

/** The folder into which `make pictures` takes the stills of the landing pages. */
const stills = process.env.SPYHOP_TEST_STILLS;

/** The page that each landing page shows. */
const SHOWN = [
  ["whale", "/home/0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE"],
  ["peace-of-mind", "/home"],
  ["intelligence", "/intelligence/asset-value"],
] as const;

/** A landing page loads one still. */
const LARGEST_STILL = 90_000;

/** Takes the first screen of a page, as it is with live data: without the banner of the demo. */
async function takeStill(page: Page, path: string, file: string): Promise<void> {
  await page.goto(spyhop.url + path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  if (path.startsWith("/home")) await page.getByRole("table", { name: "Assets" }).waitFor();
  else await page.getByRole("slider", { name: "Period", exact: true }).waitFor();
  await untilStill(page);
  await page.mouse.move(0, 0);
  const banners = page.getByRole("status").filter({ hasText: "Demo data." });
  await banners.evaluateAll((found) => {
    for (const one of found) one.style.display = "none";
  });
  for (const quality of [72, 62, 52, 42, 32]) {
    const image = await page.screenshot({ type: "jpeg", quality });
    await writeFile(file, image);
    if (image.length <= LARGEST_STILL) return;
  }
  throw new Error(`${file} is larger than ${LARGEST_STILL} bytes`);
}

test.each(
  stills
    ? ([
        ["light", "wide"],
        ["dark", "wide"],
        ["light", "narrow"],
        ["dark", "narrow"],
      ] as const)
    : [],
)("the stills of the landing pages are taken, %s and %s", async (colorScheme, shape) => {
  const narrow = { viewport: { width: 390, height: 640 }, deviceScaleFactor: 2, isMobile: true };
  const wide = { viewport: { width: 1440, height: 900 } };
  const { page } = await open(browser, spyhop.url, { colorScheme, ...(shape === "wide" ? wide : narrow) });
  const token = await createSession(spyhop.url, ["vitalik.eth", "lighthouse.eth"]);
  await Promise.all([untilServerRead(spyhop.url, token), untilHistoryRead(spyhop.url, token)]);
  // The page of an address is taken without a session, which shows it in its plain layout.
  for (const [name, path] of SHOWN) {
    if (name === "peace-of-mind") await keepSession(page, spyhop.url, token);
    await takeStill(page, path, join(stills ?? "", `${name}-${shape}-${colorScheme}.jpg`));
  }
  await page.context().close();
});
