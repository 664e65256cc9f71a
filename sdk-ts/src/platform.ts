/**
 * Types of `fetch` and its values. They are those of the program that uses this package, from the DOM, Node or another
 * runtime, and small shapes where its compiler knows none, so that the package compiles without any of them.
 */

/** The type of a global class's instances; `Otherwise` if the program has no such class. */
type Instance<Name extends string, Otherwise> = typeof globalThis extends { [N in Name]: { prototype: infer T } }
  ? T
  : Otherwise;

/** A signal that aborts calls, as `AbortController` makes one. */
export type Signal = Instance<
  "AbortSignal",
  {
    readonly aborted: boolean;
    readonly reason: unknown;
    throwIfAborted(): void;
    addEventListener(type: "abort", listener: () => void): void;
    removeEventListener(type: "abort", listener: () => void): void;
  }
>;

/** The content of a file. */
export type FileContent = Instance<
  "Blob",
  { readonly size: number; readonly type: string; arrayBuffer(): Promise<ArrayBuffer>; text(): Promise<string> }
>;

/** The function `fetch`. */
export type FetchFunction = typeof globalThis extends { fetch: infer F }
  ? F
  : (url: string, init?: object) => Promise<unknown>;

/** The options of `fetch`. */
export type FetchInit = typeof globalThis extends { fetch: (url: string, init?: infer Init) => unknown }
  ? NonNullable<Init>
  : {
      signal?: Signal | null;
      headers?: Record<string, string>;
      credentials?: "include" | "omit" | "same-origin";
      method?: string;
      body?: unknown;
    };
