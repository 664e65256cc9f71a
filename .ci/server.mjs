// Starts a separate Spyhop server for a script: an empty folder, a free port, and the demo world unless configured otherwise.
// The server and its folder are removed when the script ends.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Settings for scripts that test answers: production limits, which a busy machine exceeds, are raised. Measurements keep them. */
export const GENEROUS = { SPYHOP_DATABASE_SECONDS: "600", SPYHOP_REQUEST_SECONDS: "600", SPYHOP_IMAGE_SECONDS: "600" };

/** Starts `binary serve` with additional settings, and returns its address and functions to call and stop it. */
export async function startServer(binary, settings = {}) {
  const folder = mkdtempSync(join(tmpdir(), "spyhop-ci-"));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const child = spawn(binary, ["serve"], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      SPYHOP_DATA: join(folder, "data"),
      SPYHOP_LISTEN: `127.0.0.1:${port}`,
      SPYHOP_SOURCES: "demo",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const log = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => log.push(text));
  const ended = new Promise((resolve) => child.once("exit", (code, signal) => resolve(code ?? signal)));
  const remove = () => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", remove);

  /** Waits until GET `path` answers 2xx, and returns the milliseconds since the start. */
  async function answers(path, deadline) {
    let last = "nothing";
    while (performance.now() - started < deadline) {
      const response = await fetch(origin + path).catch((error) => ({ ok: false, status: error.cause?.code ?? error }));
      if (response.ok) return Math.round(performance.now() - started);
      last = response.status;
      await sleep(5);
    }
    throw new Error(`${path} answered ${last} for ${deadline} ms`);
  }

  /** Calls the API and returns the data of the answer. Throws if the call is refused. */
  async function call(path, body, token) {
    const headers = { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const response = await fetch(`${origin}/api/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: status ${response.status}: ${text.slice(0, 300)}`);
    return JSON.parse(text).data;
  }

  /** Sends SIGTERM, and returns the exit code or the signal that ended the process. */
  async function stop() {
    child.kill("SIGTERM");
    return Promise.race([ended, sleep(10_000).then(() => "still running")]);
  }

  /** Sends SIGKILL, waits until the process has ended, and removes its folder. */
  async function kill() {
    child.kill("SIGKILL");
    await ended;
    process.off("exit", remove);
    remove();
  }

  return { origin, port, pid: child.pid, data: join(folder, "data"), answers, call, stop, kill, log: () => log.join("") };
}
