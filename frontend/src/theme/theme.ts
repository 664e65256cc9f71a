import { useSyncExternalStore } from "react";

/** What a person chose; `system` follows the device. */
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
    // Storage may be closed; the choice then lasts as long as the page.
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

/** The chosen theme and the way to change it. */
export function useTheme(): [ThemeChoice, (choice: ThemeChoice) => void] {
  return [useSyncExternalStore(subscribe, current), choose];
}
