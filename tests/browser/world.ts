import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { type Spyhop, startSpyhop } from "./spyhop";

/** A running server on the test world: real contracts, and mock servers that fail on demand. */
export interface WorldStage extends Spyhop {
  /** The addresses of the test persons. */
  persons: Record<string, string>;
  /** Sends `fail 10`, `limit coingecko`, `slow 1 300` or `heal 10`, and waits until it is in effect. */
  send: (line: string) => Promise<void>;
}

/** Sources that are used without a check at startup. */
const LIVE = { SPYHOP_SOURCES: "live", SPYHOP_PRIVACY: "strict" };

/**
 * Starts the test world, and a server that queries it alone: the program named by SPYHOP_TEST_WORLD, or the one beside that of
 * SPYHOP_TEST_BINARY. The world executes the lines before the server starts.
 */
export async function startOnWorld(settings: Record<string, string> = LIVE, lines: string[] = []): Promise<WorldStage> {
  const beside = join(dirname(process.env.SPYHOP_TEST_BINARY ?? ""), "spyhop-test-world");
  const binary = process.env.SPYHOP_TEST_WORLD ?? beside;
  const folder = await mkdtemp(join(tmpdir(), "spyhop-world-"));
  const child = spawn(binary, [folder], { stdio: ["pipe", "pipe", "inherit"] });
  const failed = new Promise<never>((_, reject) => child.once("error", reject));
  const output = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => (await Promise.race([output.next(), failed])).value ?? "";
  const { persons } = JSON.parse(await next()) as Pick<WorldStage, "persons">;
  const send = async (line: string): Promise<void> => {
    child.stdin.write(`${line}\n`);
    if ((await next()) !== "ok") throw new Error(`the world does not know how to ${line}`);
  };
  for (const line of lines) await send(line);
  const file = settings.SPYHOP_PRIVACY === "strict" ? "spyhop.toml" : "all-chains.toml";
  const server = await startSpyhop({ ...settings, SPYHOP_CONFIG: join(folder, file) });
  const stop = async (): Promise<void> => {
    await server.stop();
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.stdin.end();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  return { ...server, persons, send, stop };
}
