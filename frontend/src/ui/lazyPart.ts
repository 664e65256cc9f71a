import { type ComponentType, createElement, type ElementType, lazy, useState } from "react";

/** A lazy component that is not part of the first screen: loaded when it renders. */
export function lazyPart<Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  return lazy(async () => ({ default: (await load())[name] }));
}

/**
 * A lazy component below the first screen. Loading starts immediately, in parallel with the page and without blocking it.
 * If it has loaded before the first render, it renders without suspending.
 */
export function preloaded<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  // If this fails, loading is tried again when the component renders.
  load().then(
    (module) => {
      loaded = module[name];
    },
    () => undefined,
  );
  const loader = async (): Promise<{ default: ComponentType<Props> }> => ({ default: (await load())[name] });
  const Lazy: ElementType = lazy(loader);
  return function Preloaded(props: Props) {
    // The choice is kept while the component is mounted: changing the element type would lose its state.
    const [Component] = useState<ElementType>(() => loaded ?? Lazy);
    return createElement(Component, props);
  };
}
