/** How the browser is started. */
export const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** Which browser is started. */
export const EXECUTABLE = process.env.CHROMIUM ?? "/usr/bin/chromium";
