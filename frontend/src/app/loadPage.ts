import type { ComponentType } from "react";
import { type AppPage, pages } from "./pages";

const files = import.meta.glob<{ default: ComponentType }>("./*Route.tsx");

/** Returns the function that loads the file of a page. */
export function loaderOf({ file }: AppPage): () => Promise<{ default: ComponentType }> {
  const load = files[`./${file}.tsx`];
  if (!load) throw new Error(`no file ${file}`);
  return load;
}

/** The dialog that adds a wallet, which every page can open. */
export const loadAddWallet = () => import("./AddWalletContainer");

/** Whether the browser asks to save data. */
const savesData = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** What tells that a link may be followed. */
const INTENTS = ["pointerover", "focusin", "touchstart"] as const;

function onIntent({ target }: Event): void {
  const link = target instanceof Element ? target.closest("a") : null;
  const page = link?.origin === location.origin ? pages.find(({ path }) => path === link.pathname) : undefined;
  // A file that fails to load now is loaded when the page is opened.
  if (page) loaderOf(page)().catch(() => undefined);
}

/** Loads a page when a link to it is hovered, focused or touched. Returns the function that ends it. */
export function loadOnIntent(): () => void {
  if (savesData()) return () => undefined;
  for (const intent of INTENTS) document.addEventListener(intent, onIntent, { passive: true });
  return () => {
    for (const intent of INTENTS) document.removeEventListener(intent, onIntent);
  };
}
