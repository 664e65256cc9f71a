/** One event of a `text/event-stream`: its name, its data as text, and the id to resume from. */
export interface ServerEvent {
  event: string;
  data: string;
  id: string | undefined;
}

interface Draft {
  event: string;
  data: string[];
}

const emptyDraft = (): Draft => ({ event: "message", data: [] });

/** Reads `text/event-stream` text as it arrives, in pieces of any size (WHATWG HTML, section 9.2.6). */
export class EventParser {
  #rest = "";
  #draft = emptyDraft();
  #id: string | undefined;

  /** Parses the next piece of text and returns the events that it completed. */
  feed(text: string): ServerEvent[] {
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? "";
    return lines.flatMap((line) => this.#line(line));
  }

  #line(line: string): ServerEvent[] {
    if (line === "") return this.#finish();
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") this.#draft.event = value;
    else if (field === "data") this.#draft.data.push(value);
    else if (field === "id" && !value.includes("\0")) this.#id = value;
    return [];
  }

  #finish(): ServerEvent[] {
    const { event, data } = this.#draft;
    this.#draft = emptyDraft();
    return data.length === 0 ? [] : [{ event, data: data.join("\n"), id: this.#id }];
  }
}

/** Yields the events of a response until it ends or is silent for longer than `silenceMs`. */
export async function* readEvents(response: Response, silenceMs: number): AsyncGenerator<ServerEvent> {
  const reader = response.body?.getReader();
  if (!reader) return;
  const decoder = new TextDecoder();
  const parser = new EventParser();
  try {
    for (;;) {
      const piece = await withinSilence(reader.read(), silenceMs);
      if (piece === undefined || piece.done) return;
      yield* parser.feed(decoder.decode(piece.value, { stream: true }));
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Returns the value, or undefined on timeout: missing heartbeats mean a dead connection. */
async function withinSilence<T>(value: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  return Promise.race([value, silence]).finally(() => clearTimeout(timer));
}
