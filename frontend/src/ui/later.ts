import { type ComponentType, createElement, type ElementType, lazy, useState } from "react";

const parts = new Set<() => Promise<unknown>>();

/** A part that nobody sees at first: it is fetched when it is drawn, or before that while nothing else happens. */
export function later<Name extends string, Props>(load: () => Promise<Record<Name, ComponentType<Props>>>, name: Name) {
  const part = async () => ({ default: (await load())[name] });
  parts.add(part);
  return lazy(part);
}

/**
 * A part below the first screen: it is fetched at once, beside the page and without holding it up. Where it is there by the
 * time it is drawn, it is drawn at once.
 */
export function soon<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): ComponentType<Props> {
  let fetched: ComponentType<Props> | undefined;
  // What cannot be fetched now is fetched when it is drawn.
  load().then(
    (module) => {
      fetched = module[name];
    },
    () => undefined,
  );
  const part = async (): Promise<{ default: ComponentType<Props> }> => ({ default: (await load())[name] });
  parts.add(part);
  const Part: ElementType = lazy(part);
  return function Soon(props: Props) {
    // One of both for as long as it is drawn: another would lose its state.
    const [Drawn] = useState<ElementType>(() => fetched ?? Part);
    return createElement(Drawn, props);
  };
}

/** Fetches what was left for later. What cannot be fetched now is fetched when it is drawn. */
export async function fetchLater(): Promise<void> {
  await Promise.allSettled([...parts].map((part) => part()));
}
