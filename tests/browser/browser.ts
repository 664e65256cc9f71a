import { readFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Download, type Page } from "playwright-core";
import { expect, inject } from "vitest";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const shots = new URL("../../docs/screenshots/", import.meta.url).pathname;

/** Makes a picture for the documentation; only with SPYHOP_TEST_SCREENSHOTS set, so that a test run changes no file. */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env.SPYHOP_TEST_SCREENSHOTS) await page.screenshot({ path: `${shots}${name}.png` });
}

/** Connects to the browser that all files share; closing the connection closes its pages alone. */
export const launch = (): Promise<Browser> => chromium.connect(inject("browser"));

interface Finding {
  id: string;
  impact: string | null;
  nodes: { target: unknown[]; failureSummary?: string }[];
}

const RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];
/** Speech input presses a button by the words that are seen on it (WCAG 2.5.3); axe counts the rule as experimental. */
const BESIDES = { "label-content-name-mismatch": { enabled: true } };

/** What axe has against the page as it stands. */
export async function violations(page: Page): Promise<string[]> {
  const size = page.viewportSize();
  const height = await page.evaluate<number>(
    "document.querySelector('dialog[open]') ? 0 : document.documentElement.scrollHeight",
  );
  // A phone's tab bar covers whatever is scrolled below it, which axe counts as targets that are too small.
  const isCovered = size !== null && size.width < 768 && height > size.height;
  if (isCovered) await page.setViewportSize({ width: size.width, height });
  await page.evaluate(axe);
  const found = await page.evaluate<Finding[]>(
    `axe.run(document, ${JSON.stringify({ runOnly: RULES, rules: BESIDES })}).then((r) => r.violations)`,
  );
  if (isCovered) await page.setViewportSize(size);
  return found.flatMap((finding) =>
    finding.nodes.map(
      (node) => `${finding.id} (${finding.impact ?? "-"}): ${node.target.join(" ")} ${node.failureSummary ?? ""}`,
    ),
  );
}

/** A page that remembers what it must not do. */
export interface Watched {
  page: Page;
  /** Requests to any other host: must stay empty. */
  strangers: string[];
  /** Uncaught errors and violations of the page's policy: must stay empty. */
  faults: string[];
}

/** Opens a page of its own session and watches it. */
export async function open(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  const strangers: string[] = [];
  const faults: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith("data:")) strangers.push(request.url());
  });
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (/Content Security Policy|Trusted/.test(message.text())) faults.push(message.text());
  });
  return { page, strangers, faults };
}

/** A session made by the API, as another program would make it. */
export async function createSession(url: string, addresses: readonly string[]): Promise<string> {
  const response = await fetch(`${url}/api/organisation/user/create-user`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ wallet_addresses: addresses }),
  });
  const body = (await response.json()) as { data: { token: string } };
  return body.data.token;
}

/** Puts a session into the page's storage; the next page opened has it. */
export async function keepSession(page: Page, url: string, token: string): Promise<void> {
  await page.goto(`${url}/welcome`);
  await page.evaluate((session) => {
    const instance = document.querySelector<HTMLMetaElement>('meta[name="spyhop-instance"]')?.content;
    localStorage.setItem(`spyhop.session.${instance || "local"}`, session);
  }, token);
}

/** What `untilServerRead` looks at of a portfolio. */
interface Read {
  refreshing: boolean;
  coverage: { reading: number; unpriced: { reason: string }[] };
}

/** Until the server has read and priced all of a session: what is opened then is opened whole, on a slow machine too. */
export async function untilServerRead(url: string, token: string): Promise<void> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const isRead = async (): Promise<boolean> => {
    const path = `${url}/api/wallet/user-wallet/get-balance`;
    const answer = await fetch(path, { method: "POST", headers, body: "{}" });
    const { data } = (await answer.json()) as { data: Read };
    const asked = data.coverage.unpriced.some(({ reason }) => reason === "not_asked_yet");
    return !data.refreshing && data.coverage.reading === 0 && !asked;
  };
  await expect.poll(isRead).toBe(true);
}

/** Gives the page a session of its own that watches the addresses. */
export const signIn = async (page: Page, url: string, addresses: readonly string[]): Promise<void> =>
  keepSession(page, url, await createSession(url, addresses));

/** Until no source is still read and no price asked for: what is drawn by then stands still. */
export async function untilStill(page: Page, timeout = 30_000): Promise<void> {
  // Before the first figures nothing says yet that some are missing.
  for (const busy of [page.locator("[aria-busy=true]"), page.getByText(/still loading|being priced/)])
    await busy.first().waitFor({ state: "detached", timeout });
}

/** The path of a finished download: a browser that files share keeps its downloads to itself. */
export async function saved(download: Download): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), "spyhop-download-")), download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

/** What can be pressed and is smaller than a finger or a shaky hand needs (WCAG 2.5.8); links within sentences may be. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const inSentence = (one: Element) => one instanceof HTMLAnchorElement && one.closest("p") !== null;
    const isSmall = (one: Element) => {
      const { width, height, right } = one.getBoundingClientRect();
      return width > 0 && right > 0 && (width < 23.9 || height < 23.9);
    };
    return [...document.querySelectorAll("a, button, input, select, summary")]
      .filter((one) => isSmall(one) && !inSentence(one) && one.closest("label") === null)
      .map((one) => one.getAttribute("aria-label") ?? one.textContent ?? one.tagName);
  });

/** How far the page, or anything in it that can be pressed or typed into, reaches beyond the right edge. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrolls = (element: Element): boolean => element.closest("[class*=scroll]") !== null;
    const controls = [...document.querySelectorAll("button, input, select, a")].filter((one) => !scrolls(one));
    const edges = controls.map((one) => one.getBoundingClientRect()).map(({ left, right }) => (left < 0 ? 0 : right));
    return Math.max(0, document.documentElement.scrollWidth - width, ...edges.map((edge) => Math.ceil(edge) - width));
  });
