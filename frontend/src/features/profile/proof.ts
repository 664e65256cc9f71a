import type { OpenSession } from "./types";

/** How long the server accepts a proof of who somebody is, less the time that the next step takes. */
const ACCEPTED_MS = 9 * 60_000;

/** Whether the person has proved recently who they are: each proof opens a new session. */
export const isProofRecent = (sessions: readonly OpenSession[], now: number): boolean =>
  sessions.some(({ is_current, opened_at }) => is_current && now - Date.parse(opened_at) < ACCEPTED_MS);
