import { existsSync } from "node:fs";

/** How the browser is started. */
export const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Without windows letters are otherwise moved to whole pixels, and the words run into each other.
  "--font-render-hinting=none",
];
const [HEADLESS_SHELL, CHROMIUM] = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** Which browser is started: without windows it takes two thirds of the time. */
export const EXECUTABLE = process.env.CHROMIUM ?? (existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : CHROMIUM);
