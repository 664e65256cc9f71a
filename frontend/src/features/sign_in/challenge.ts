import type { Challenge } from "./types";

/** A message is requested again this long before it expires, because people need time to sign. */
const RESERVE = 30_000;
/** How long a message can be signed, if it does not say so. */
const USUAL = 5 * 60_000;

const timeOf = (message: string, field: string): number =>
  Date.parse(new RegExp(`^${field}: (.+)$`, "m").exec(message)?.[1] ?? "");

/** Reads how long a message can be signed (EIP-4361). Only the difference counts, because the clock of the server may differ. */
export function toChallenge(message: string): Challenge {
  const lifetime = timeOf(message, "Expiration Time") - timeOf(message, "Issued At");
  return { message, expiresAt: Date.now() + (Number.isFinite(lifetime) ? lifetime : USUAL) };
}

export const isExpired = ({ expiresAt }: Challenge): boolean => Date.now() > expiresAt - RESERVE;
