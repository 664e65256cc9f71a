let endings: ReadonlySet<string> | undefined;

/** Loads the known name endings; the server uses the same list. */
export async function loadEndings(): Promise<void> {
  if (endings) return;
  const { default: text } = await import("../../../../ports/src/chain/name/endings.txt?raw");
  endings = new Set(text.trim().split(/\s+/));
}

/** Whether a name ending is known. Until the list has loaded, every ending of letters is accepted. */
export const isKnownEnding = (ending: string): boolean =>
  endings ? endings.has(ending.toLowerCase()) : /^\p{Alphabetic}{2,}$/u.test(ending);
