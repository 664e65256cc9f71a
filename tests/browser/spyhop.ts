import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { patience } from "./patience";

const READY_MS = patience(30_000);
/** The server's message if the port is taken. */
const TAKEN = /another program listens/;

/** A running server with an empty data folder. */
export interface Spyhop {
  url: string;
  /** Lets time pass for the server without waiting. The clocks of browsers are not changed. */
  advance: (seconds: number) => Promise<void>;
  stop: () => Promise<void>;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}

async function untilReady(url: string, process: ChildProcess, log: () => string): Promise<void> {
  const end = Date.now() + READY_MS;
  while (Date.now() < end) {
    if (process.exitCode !== null) throw new Error(`spyhop ended before it was ready:\n${log()}`);
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`spyhop was not ready after ${READY_MS / 1000} s:\n${log()}`);
}

/** Starts the binary on a port that was free a moment ago. */
async function startOnce(settings: Record<string, string>): Promise<Spyhop> {
  const binary = process.env.SPYHOP_TEST_BINARY;
  if (!binary) throw new Error("SPYHOP_TEST_BINARY names no binary: build one, or run `make test`.");
  const data = await mkdtemp(join(tmpdir(), "spyhop-browser-"));
  const clock = join(data, "clock");
  let ahead = 0;
  const advance = (seconds: number): Promise<void> => {
    ahead += seconds;
    return writeFile(clock, `${ahead}`);
  };
  const listen = `127.0.0.1:${await freePort()}`;
  let log = "";
  const child = spawn(binary, ["serve"], {
    env: {
      PATH: process.env.PATH ?? "",
      SPYHOP_SOURCES: "demo",
      // Production limits, which a busy machine exceeds and no test of the page is about.
      SPYHOP_DATABASE_SECONDS: "600",
      SPYHOP_REQUEST_SECONDS: "600",
      SPYHOP_IMAGE_SECONDS: "600",
      SPYHOP_DATA: data,
      SPYHOP_LISTEN: listen,
      SPYHOP_TEST_CLOCK: clock,
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (piece: Buffer) => {
      log += piece.toString();
    });
  const stop = async () => {
    if (child.exitCode === null) {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
    }
    await rm(data, { recursive: true, force: true });
  };
  const url = `http://${listen}`;
  await untilReady(url, child, () => log).catch(async (problem: unknown) => {
    await stop();
    throw problem;
  });
  return { url, advance, stop };
}

/** Starts the binary named by SPYHOP_TEST_BINARY in the demo, on a free port; retries with another port if it was taken. */
export async function startSpyhop(settings: Record<string, string> = {}, tries = 3): Promise<Spyhop> {
  try {
    return await startOnce(settings);
  } catch (problem) {
    if (tries > 1 && TAKEN.test(String(problem))) return startSpyhop(settings, tries - 1);
    throw problem;
  }
}
