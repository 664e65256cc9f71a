import { useSyncExternalStore } from "react";

/** The chosen theme; `system` follows the device. */
export type ThemeChoice = "system" | "light" | "dark";

const KEY = "spyhop.theme";
const watchers = new Set<() => void>();
const root = () => document.documentElement;

function current(): ThemeChoice {
  const theme = root().dataset.theme;
  return theme === "light" || theme === "dark" ? theme : "system";
}

function store(choice: ThemeChoice): void {
  try {
    if (choice === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    // Storage may be disabled; the choice then lasts until the page is closed.
  }
}

/** Applies and stores a choice. */
function choose(choice: ThemeChoice): void {
  if (choice === "system") delete root().dataset.theme;
  else root().dataset.theme = choice;
  store(choice);
  for (const watcher of watchers) watcher();
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** The chosen theme and its setter. */
export function useTheme(): [ThemeChoice, (choice: ThemeChoice) => void] {
  return [useSyncExternalStore(subscribe, current), choose];
}
