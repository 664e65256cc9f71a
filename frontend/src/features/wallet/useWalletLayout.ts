import { useRef, useState } from "react";

export const LAYOUTS = [
  { key: "list", label: "List" },
  { key: "cards", label: "Cards" },
] as const;
export type WalletLayout = (typeof LAYOUTS)[number]["key"];

const LAYOUT = "spyhop.wallets.layout";
/** Up to this number of wallets, cards are shown unless the person chose the list. */
const MOST_CARDS = 12;

function remembered(): WalletLayout | null {
  try {
    return LAYOUTS.find(({ key }) => key === localStorage.getItem(LAYOUT))?.key ?? null;
  } catch {
    return null;
  }
}

/**
 * How the wallets are shown: as this browser remembers it, else by their number. Undefined while neither is known. A list stays a list
 * while the page is open, also when wallets are deleted.
 */
export function useWalletLayout(count: number | undefined): [WalletLayout | undefined, (layout: WalletLayout) => void] {
  const [chosen, setChosen] = useState(remembered);
  const choose = (layout: WalletLayout) => {
    setChosen(layout);
    try {
      localStorage.setItem(LAYOUT, layout);
    } catch {
      // Without storage the choice lasts until the page is closed.
    }
  };
  const wasList = useRef(false);
  if (count !== undefined && count > MOST_CARDS) wasList.current = true;
  const usual = count === undefined ? undefined : wasList.current ? "list" : "cards";
  return [chosen ?? usual, choose];
}
