import type { IconName } from "../ui/Icon";

/** A page that exists. */
export interface Place {
  to: string;
  icon: IconName;
  label: string;
}

/** The pages in groups, as the side bar shows them; the tab bar shows them in a row. */
export const groups: readonly { title: string; places: readonly Place[] }[] = [
  { title: "", places: [{ to: "/home", icon: "home", label: "Home" }] },
  {
    title: "Sources",
    places: [
      { to: "/wallets", icon: "wallet", label: "Wallets" },
      { to: "/health", icon: "pulse", label: "Data health" },
      { to: "/privacy", icon: "shield", label: "Privacy" },
    ],
  },
];

export const places: readonly Place[] = groups.flatMap((group) => group.places);
