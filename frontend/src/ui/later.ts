import { type ComponentType, lazy } from "react";

const parts = new Set<() => Promise<unknown>>();

/** A part that nobody sees at first: it is fetched when it is drawn, or before that while nothing else happens. */
export function later<Name extends string, Props>(load: () => Promise<Record<Name, ComponentType<Props>>>, name: Name) {
  const part = async () => ({ default: (await load())[name] });
  parts.add(part);
  return lazy(part);
}

/** A part below the first screen: it is fetched at once, beside the page and without holding it up. */
export function soon<Name extends string, Props>(load: () => Promise<Record<Name, ComponentType<Props>>>, name: Name) {
  // What cannot be fetched now is fetched when it is drawn.
  void load().catch(() => undefined);
  return later(load, name);
}

/** Fetches what was left for later. What cannot be fetched now is fetched when it is drawn. */
export async function fetchLater(): Promise<void> {
  await Promise.allSettled([...parts].map((part) => part()));
}
