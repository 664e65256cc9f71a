import { useState } from "react";

/** A card that explains the chart until it is dismissed. */
export type Tip = "bars" | "wallets";

const TIPS: readonly Tip[] = ["bars", "wallets"];
const keyOf = (tip: Tip): string => `spyhop.flow-tip.${tip}`;

function isDismissed(tip: Tip): boolean {
  try {
    return localStorage.getItem(keyOf(tip)) !== null;
  } catch {
    return false;
  }
}

/** The cards that are not dismissed in this browser. That about wallets needs somebody who can add one. */
export function useDismissals(canAdd: boolean): { shown: readonly Tip[]; onDismiss: (tip: Tip) => void } {
  const [kept, setKept] = useState(() => TIPS.filter((tip) => !isDismissed(tip)));
  const onDismiss = (tip: Tip) => {
    setKept((old) => old.filter((one) => one !== tip));
    try {
      localStorage.setItem(keyOf(tip), "yes");
    } catch {
      // Without storage the card is dismissed until the page is closed.
    }
  };
  return { shown: kept.filter((tip) => canAdd || tip !== "wallets"), onDismiss };
}
