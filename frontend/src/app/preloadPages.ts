import { preloadAll } from "../ui/lazyPreload";

/** Loads the pages behind Welcome, each from a file of its own. */
export const pages = {
  // A dialog that every page can open.
  addWallet: () => import("./AddWalletContainer"),
  home: () => import("./HomeRoute"),
  history: () => import("./HistoryRoute"),
  wallets: () => import("./WalletsRoute"),
  health: () => import("./HealthRoute"),
  profile: () => import("./ProfileRoute"),
  privacy: () => import("./PrivacyRoute"),
};

const WAIT_MS = 3_000;

/**
 * Loads the pages and their lazy components once the first page is idle, so that they open without delay and even while
 * the server cannot be reached. Returns the function that cancels it.
 */
export function preloadPages(): () => void {
  const timer = setTimeout(async () => {
    // A file that fails to load now is loaded when it is opened.
    await Promise.allSettled(Object.values(pages).map((load) => load()));
    await preloadAll();
  }, WAIT_MS);
  return () => clearTimeout(timer);
}
