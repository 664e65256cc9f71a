// Measures the page in a browser: bytes, largest contentful paint, and Lighthouse scores.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { sleep, startServer } from "../server.mjs";
import { ADDRESSES } from "./demo.mjs";

const LIGHTHOUSE = "12.7.0";
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"];
const PATIENCE = 180_000;
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

export async function measurePage({ binary, target }, row) {
  for (const { name, size } of sizes()) row(`${name}, scripts and styles, Brotli`, kB(size));
  const lighthouse = installed(target);
  const server = await startServer(binary);
  await server.answers("/readyz", 20_000);
  const profile = mkdtempSync(join(tmpdir(), "spyhop-bench-"));
  try {
    await inBrowser(profile, async (context) => row("/welcome in an empty browser", ...(await visit(context, server.origin, "/welcome"))));
    row("Lighthouse /welcome, desktop", rated(lighthouse, profile, `${server.origin}/welcome`), "≥ 95 each");
    await inBrowser(profile, async (context) => {
      await signIn(context, server);
      row("/home, returning visitor", ...(await visit(context, server.origin, "/home")));
    });
    row("Lighthouse /home, desktop", rated(lighthouse, profile, `${server.origin}/home`), "≥ 95 each");
  } finally {
    await server.stop();
    rmSync(profile, { recursive: true, force: true });
  }
}

const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

function sizes() {
  const report = execFileSync("npx", ["--no-install", "size-limit", "--json"], { cwd: "frontend", encoding: "utf8" });
  return JSON.parse(report);
}

/** Runs a Chromium with this profile, whose stored session is also used by the Chromium that Lighthouse starts. */
export async function inBrowser(profile, work) {
  const options = { executablePath: CHROMIUM, args: FLAGS, viewport: { width: 1350, height: 940 } };
  const context = await chromium.launchPersistentContext(profile, options);
  await work(context).finally(() => context.close());
}

/** Returns the largest contentful paint and the transferred bytes of one visit. */
async function visit(context, origin, path) {
  const page = await context.newPage();
  await page.goto(origin + path, { waitUntil: "load" });
  await sleep(3000);
  const { lcp, bytes } = await page.evaluate(async () => {
    const paints = await new Promise((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type: "largest-contentful-paint", buffered: true });
    });
    const loaded = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
    return { lcp: paints.at(-1).startTime, bytes: loaded.reduce((sum, one) => sum + one.transferSize, 0) };
  });
  await page.close();
  return [`LCP ${Math.round(lcp)} ms, ${kB(bytes)} transferred`, "LCP < 1500 ms"];
}

async function signIn(context, server) {
  const { token } = await server.call("organisation/user/create-user", { wallet_addresses: ADDRESSES });
  await remember(context, server.origin, token);
}

/** Stores a session where the page looks for it: the key contains the name of the installation. */
export async function remember(context, origin, token) {
  const page = await context.newPage();
  await page.goto(`${origin}/welcome`);
  await page.evaluate((token) => {
    const instance = document.querySelector('meta[name="spyhop-instance"]').content;
    localStorage.setItem(`spyhop.session.${instance}`, token);
  }, token);
  await sleep(2000);
  await page.close();
}

/** Installed outside the lock file, because it is large and used for measurements only. */
function installed(target) {
  const folder = join(target, "bench/lighthouse");
  const path = join(folder, "node_modules/.bin/lighthouse");
  if (!existsSync(path)) {
    console.log(`  installing Lighthouse ${LIGHTHOUSE} into ${folder} (once) ...`);
    mkdirSync(folder, { recursive: true });
    execFileSync("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", "--prefix", folder, `lighthouse@${LIGHTHOUSE}`]);
  }
  return path;
}

/** The elements of the page that an audit lists. */
function places(details) {
  const nodes = (details?.items ?? []).map((item) => item.node?.snippet ?? item.url).filter(Boolean);
  return nodes.slice(0, 3).join(" ");
}

/** Returns the scores of Lighthouse's categories, and prints the failed audits. */
function rated(lighthouse, profile, url) {
  const out = join(profile, "lighthouse.json");
  const flags = ["--headless=new", `--user-data-dir=${profile}`, ...FLAGS].join(" ");
  const options = ["--preset=desktop", "--disable-storage-reset", "--quiet", "--output=json", `--output-path=${out}`];
  execFileSync(lighthouse, [url, `--chrome-flags=${flags}`, `--only-categories=${CATEGORIES}`, ...options], {
    env: { ...process.env, CHROME_PATH: CHROMIUM },
    stdio: ["ignore", "ignore", "inherit"],
    timeout: PATIENCE,
  });
  const { categories, audits } = JSON.parse(readFileSync(out, "utf8"));
  const wrong = Object.values(audits).filter(({ score }) => score !== null && score < 0.9);
  for (const { id, score, details } of wrong) console.log(`    ${id}: ${score} ${places(details)}`);
  return CATEGORIES.map((name) => `${name} ${Math.round(categories[name].score * 100)}`).join(", ");
}
