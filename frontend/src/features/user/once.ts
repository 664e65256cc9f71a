let last: { content: string; key: string } | undefined;

function random(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The key under which this content is sent: the same one until it arrived, so that sending it again after an answer that
 * was lost makes nothing twice.
 */
export function keyFor(content: unknown): string {
  const text = JSON.stringify(content);
  if (last?.content !== text) last = { content: text, key: random() };
  return last.key;
}

/** What was sent arrived: the next one has a key of its own, even for the same content. */
export const arrived = (): void => {
  last = undefined;
};
