// Measures how much slower than an idle machine this one is now, for the deadlines of tests.
import { spawnSync } from "node:child_process";
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MessageChannel, Worker } from "node:worker_threads";

/** Milliseconds on two idle cores. */
const IDLE = { processes: 60, switches: 40, writes: 60 };
const LEAST = 1;
/** With more, tests of services that never answer would last longer than a test may (`.config/nextest.toml`). */
const MOST = 15;

const timed = async (work) => {
  const from = performance.now();
  await work();
  return performance.now() - from;
};

function startProcesses() {
  for (let number = 0; number < 30; number += 1) spawnSync("true");
}

async function switchThreads() {
  const { port1, port2 } = new MessageChannel();
  const source = 'require("node:worker_threads").workerData.on("message", (n) => require("node:worker_threads").workerData.postMessage(n))';
  const worker = new Worker(source, { eval: true, workerData: port2, transferList: [port2] });
  await new Promise((resolve) => {
    port1.on("message", (number) => (number === 0 ? resolve() : port1.postMessage(number - 1)));
    port1.postMessage(500);
  });
  port1.close();
  await worker.terminate();
}

function writeFiles() {
  const folder = mkdtempSync(join(tmpdir(), "spyhop-patience-"));
  const file = openSync(join(folder, "file"), "w");
  for (let number = 0; number < 20; number += 1) {
    writeSync(file, "x".repeat(4096));
    fsyncSync(file);
  }
  closeSync(file);
  rmSync(folder, { recursive: true });
}

/** The factor for the deadlines of tests: at least 2, because other parts of the machine may become busy later. */
export async function patience() {
  const figures = {
    processes: await timed(startProcesses),
    switches: await timed(switchThreads),
    writes: await timed(writeFiles),
  };
  const slowdown = Math.max(...Object.entries(figures).map(([name, milliseconds]) => milliseconds / IDLE[name]));
  return { factor: Math.min(MOST, 2 * Math.max(LEAST, slowdown)).toFixed(1), figures };
}
