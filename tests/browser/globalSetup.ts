import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { ARGUMENTS, EXECUTABLE } from "./chromium";
import { startSpyhop } from "./spyhop";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of the demo server that all test files share. */
    demo: string;
    /** The endpoint of the browser that all test files share. */
    browser: string;
  }
}

/** All test files create their users on one server, so its rate limit is raised. */
const LIMITS = '[limits]\ncreate-user = "1000/min"\n';

/** Starts the browser and the demo server once for all test files; starting them per file took a tenth of the run time. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "spyhop-browser-config-"));
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
