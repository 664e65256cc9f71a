import { existsSync } from "node:fs";

/** The launch options of the browser. */
export const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Headless text is otherwise aligned to whole pixels, and words run into each other.
  "--font-render-hinting=none",
];
const [HEADLESS_SHELL, CHROMIUM] = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** The browser binary; the headless shell takes two thirds of the time. */
export const EXECUTABLE = process.env.CHROMIUM ?? (existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : CHROMIUM);
