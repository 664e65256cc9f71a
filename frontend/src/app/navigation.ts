import type { IconName } from "../ui/Icon";

/** A page of the navigation. */
export interface Place {
  to: string;
  icon: IconName;
  label: string;
}

/** The pages in the groups of the sidebar; the tab bar shows them in one row. */
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
