let endings: ReadonlySet<string> | undefined;

/** Loads the endings that names can have, which the server has too. */
export async function loadEndings(): Promise<void> {
  if (endings) return;
  const { default: text } = await import("../../../../ports/src/name/endings.txt?raw");
  endings = new Set(text.trim().split(/\s+/));
}

/** Whether a name may end so; every ending of letters may until the list is loaded. */
export const isKnownEnding = (ending: string): boolean =>
  endings ? endings.has(ending.toLowerCase()) : /^\p{Alphabetic}{2,}$/u.test(ending);
