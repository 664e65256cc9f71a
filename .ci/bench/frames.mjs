// A page of 200 rows in the browser: whether it scrolls without a dropped frame.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inBrowser, remember } from "./page.mjs";

const ROWS = 200;
const WHEEL = 120;
const TURNS = 120;

export async function measureFrames(server, token, row) {
  const profile = mkdtempSync(join(tmpdir(), "spyhop-bench-"));
  try {
    await inBrowser(profile, async (context) => {
      await remember(context, server.origin, token);
      const page = await context.newPage();
      await page.goto(`${server.origin}/home?rows=${ROWS}`);
      await page.waitForFunction((rows) => document.querySelectorAll("tbody tr").length >= rows, ROWS, { timeout: 60_000 });
      await page.waitForTimeout(3000);
      row(`a page of ${ROWS} rows, from its top over the ring and all else to its end`, said(await scrolled(page)));
      await page.evaluate(() => document.querySelector("tbody").scrollIntoView());
      await page.waitForTimeout(1000);
      row(`${ROWS} rows of 3,000, scrolled from top to bottom`, said(await scrolled(page)), "no dropped frame");
    });
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
}

/** The times between frames while the wheel turns. */
async function scrolled(page) {
  await page.mouse.move(600, 500);
  await page.evaluate(() => {
    window.times = [];
    const note = (time) => {
      window.times.push(time);
      window.next = requestAnimationFrame(note);
    };
    window.next = requestAnimationFrame(note);
  });
  for (let turn = 0; turn < TURNS; turn += 1) {
    await page.mouse.wheel(0, WHEEL);
    await page.waitForTimeout(16);
  }
  const times = await page.evaluate(() => {
    cancelAnimationFrame(window.next);
    return window.times;
  });
  return times.slice(1).map((time, at) => time - times[at]);
}

/** A frame that took longer than one and a half of the usual was not there in time. */
function said(took) {
  const usual = [...took].sort((a, b) => a - b)[Math.floor(took.length / 2)];
  const late = took.filter((time) => time > 1.5 * usual);
  return `${late.length} of ${took.length} frames late, the longest ${Math.max(...took).toFixed(0)} ms, usual ${usual.toFixed(1)} ms`;
}
