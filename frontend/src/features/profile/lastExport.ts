import { useState } from "react";

/** Removed with the other settings of a person when they leave. The server does not keep when it made an archive. */
const KEY = "spyhop.exported";

function read(): string | null {
  try {
    const at = localStorage.getItem(KEY);
    return at !== null && Number.isFinite(Date.parse(at)) ? at : null;
  } catch {
    return null;
  }
}

function write(at: string): void {
  try {
    localStorage.setItem(KEY, at);
  } catch {
    // Storage may be disabled; then the time is shown until the page is left.
  }
}

/** When the data was last exported on this browser, and the function that notes an export. */
export function useLastExport(): [at: string | null, note: () => void] {
  const [at, setAt] = useState(read);
  const note = () => {
    const now = new Date().toISOString();
    write(now);
    setAt(now);
  };
  return [at, note];
}
