// Measures whether a page of 200 rows scrolls in the browser without a dropped frame.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { middle } from "./oha.mjs";
import { inBrowser, remember } from "./page.mjs";
import { stolenSince, ticks } from "./stolen.mjs";

const ROWS = 200;
const WHEEL = 120;
const TURNS = 120;
/** Number of rounds, each with a new page. The result lists every round, because other load on the host also causes late frames. */
const ROUNDS = 5;

export async function measureFrames(server, token, row) {
  const [whole, table] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const profile = mkdtempSync(join(tmpdir(), "spyhop-bench-"));
    try {
      await inBrowser(profile, (context) => scrolls(context, { server, token, whole, table }));
    } finally {
      rmSync(profile, { recursive: true, force: true });
    }
  }
  row(`a page of ${ROWS} rows, scrolled from top to bottom with the ring and all cards`, summary(whole));
  row(`${ROWS} rows of 3,000, scrolled from top to bottom`, summary(table), "no dropped frame");
}

async function scrolls(context, { server, token, whole, table }) {
  await remember(context, server.origin, token);
  const page = await context.newPage();
  await page.goto(`${server.origin}/home?rows=${ROWS}`);
  await page.waitForFunction((rows) => document.querySelectorAll("tbody tr").length >= rows, ROWS, { timeout: 60_000 });
  await page.waitForTimeout(3000);
  whole.push(await late(page));
  await page.evaluate(() => document.querySelector("tbody").scrollIntoView());
  await page.waitForTimeout(1000);
  table.push(await late(page));
}

/** Returns the times between frames while the page scrolls. */
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

/** Counts the frames that took longer than one and a half times the median. */
async function late(page) {
  const then = ticks();
  const took = await scrolled(page);
  const usual = middle(took);
  return { late: took.filter((time) => time > 1.5 * usual).length, all: took.length, longest: Math.max(...took), usual, stolen: stolenSince(then) };
}

function summary(rounds) {
  const each = (read) => rounds.map(read).join(", ");
  const stolen = rounds.some((one) => one.stolen === null) ? "" : `; others on the host took ${each((one) => one.stolen.toFixed(1))} % of the cores' time meanwhile`;
  const frames = middle(rounds.map((one) => one.all));
  return `late in each of ${ROUNDS} rounds: ${each((one) => one.late)} of ${Math.round(frames)} frames, the longest ${each((one) => one.longest.toFixed(0))} ms, usual ${middle(rounds.map((one) => one.usual)).toFixed(1)} ms${stolen}`;
}
