import { preloadAll } from "../ui/lazyPreload";

/** The pages behind Welcome and what they open, each a file of its own. */
export const pages = {
  // No page, but the one step that every page offers.
  addWallet: () => import("./AddWalletContainer"),
  home: () => import("./HomeRoute"),
  wallets: () => import("./WalletsRoute"),
  health: () => import("./HealthRoute"),
  privacy: () => import("./PrivacyRoute"),
};

const WAIT_MS = 3_000;

/** Fetches the pages and what opens in them while nothing else happens: all opens at once, also while the server is away. */
export function loadPages(): () => void {
  const timer = setTimeout(async () => {
    // What cannot be fetched now is fetched when it is opened.
    await Promise.allSettled(Object.values(pages).map((load) => load()));
    await preloadAll();
  }, WAIT_MS);
  return () => clearTimeout(timer);
}
