/** The pages behind Welcome and what they open, each a file of its own. */
export const pages = {
  // No page, but the one step that every page offers.
  addWallet: () => import("./AddWalletGate"),
  home: () => import("./HomeRoute"),
  wallets: () => import("./WalletsRoute"),
  health: () => import("./HealthRoute"),
  privacy: () => import("./PrivacyRoute"),
};

const WAIT_MS = 3_000;

/** Fetches the pages while nothing else happens, so that they open at once and also while the server is away. */
export function loadPages(): () => void {
  const timer = setTimeout(() => {
    // What cannot be fetched now is fetched when it is opened.
    for (const load of Object.values(pages)) void load().catch(() => undefined);
  }, WAIT_MS);
  return () => clearTimeout(timer);
}
