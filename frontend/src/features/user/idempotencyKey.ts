let last: { content: string; key: string } | undefined;

function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Returns the idempotency key for a request with this content. The same content gets the same key until `clearKey` is
 * called, so a retry after a lost answer creates nothing twice.
 */
export function keyFor(content: unknown): string {
  const text = JSON.stringify(content);
  if (last?.content !== text) last = { content: text, key: randomKey() };
  return last.key;
}

/** Call this when the request succeeded: the next one gets a new key, even for the same content. */
export const clearKey = (): void => {
  last = undefined;
};
