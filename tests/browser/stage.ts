import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { ARGUMENTS, EXECUTABLE } from "./chromium";
import { startSpyhop } from "./spyhop";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the server in the demo world that all files share. */
    demo: string;
    /** Where the browser that all files share is reached. */
    browser: string;
  }
}

/** All files create their users on one server: its limit must not be what they meet. */
const LIMITS = '[limits]\ncreate-user = "1000/min"\n';

/** Starts the browser and the demo server once for all files: starting them for each took a tenth of the suite. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "spyhop-stage-"));
  const file = join(folder, "spyhop.toml");
  await writeFile(file, LIMITS);
  const [spyhop, browser] = await Promise.all([
    startSpyhop({ SPYHOP_CONFIG: file }),
    chromium.launchServer({ executablePath: EXECUTABLE, args: ARGUMENTS }),
  ]);
  project.provide("demo", spyhop.url);
  project.provide("browser", browser.wsEndpoint());
  return async () => {
    await browser.close();
    await spyhop.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
