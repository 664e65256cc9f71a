/** Opens the event stream, which runs until the signal is aborted. */
type OpenStream<T> = (signal: AbortSignal) => AsyncIterable<T>;

async function forwardEvents<T>(open: OpenStream<T>, publish: (event: T) => void, signal: AbortSignal): Promise<void> {
  try {
    for await (const event of open(signal)) publish(event);
  } catch {
    // A refusal that a retry would not change. The status query then shows what is wrong.
  }
}

/** Runs `run` while this tab holds the lock. In a browser without locks every tab reads its own stream. */
async function withLock(name: string, signal: AbortSignal, run: () => Promise<void>): Promise<void> {
  if (!("locks" in navigator)) return run();
  // Rejects only if the page is closed before the lock is acquired.
  await navigator.locks.request(name, { signal }, run).catch(() => undefined);
}

/**
 * Shares one event stream between all tabs of this browser. The tab that holds the lock reads the stream and broadcasts the
 * events; when it closes, the next tab takes over.
 */
export async function shareEvents<T>(
  name: string,
  open: OpenStream<T>,
  apply: (event: T) => void,
  signal: AbortSignal,
): Promise<void> {
  const channel = new BroadcastChannel(name);
  channel.onmessage = (message: MessageEvent<T>) => apply(message.data);
  signal.addEventListener("abort", () => channel.close());
  const publish = (event: T) => {
    apply(event);
    if (!signal.aborted) channel.postMessage(event);
  };
  await withLock(name, signal, () => forwardEvents(open, publish, signal));
}
