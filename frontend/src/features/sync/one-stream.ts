/** Opens the stream; it runs until the signal ends it. */
type Open<T> = (signal: AbortSignal) => AsyncIterable<T>;

async function pump<T>(open: Open<T>, tell: (event: T) => void, signal: AbortSignal): Promise<void> {
  try {
    for await (const event of open(signal)) tell(event);
  } catch {
    // A refusal that asking again will not change; the status call then shows what is wrong.
  }
}

/** Waits for its turn: the tab that holds the lock reads for all. Without locks every tab reads for itself. */
async function inTurn(name: string, signal: AbortSignal, run: () => Promise<void>): Promise<void> {
  if (!("locks" in navigator)) return run();
  // Refused only when the page goes before its turn came.
  await navigator.locks.request(name, { signal }, run).catch(() => undefined);
}

/** One stream for all tabs of this browser: the first tab reads and tells the others; the next takes over. */
export async function shareEvents<T>(
  name: string,
  open: Open<T>,
  apply: (event: T) => void,
  signal: AbortSignal,
): Promise<void> {
  const channel = new BroadcastChannel(name);
  channel.onmessage = (message: MessageEvent<T>) => apply(message.data);
  signal.addEventListener("abort", () => channel.close());
  const tell = (event: T) => {
    apply(event);
    if (!signal.aborted) channel.postMessage(event);
  };
  await inTurn(name, signal, () => pump(open, tell, signal));
}
