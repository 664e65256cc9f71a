import type { IconName } from "../ui/Icon";

/** A page of the navigation. */
export interface NavigationPage {
  to: string;
  icon: IconName;
  label: string;
  /** The label in the tab bar of phones, if it is shorter. */
  short?: string;
}

/** The pages in the groups of the sidebar; the tab bar shows them in one row. */
export const groups: readonly { title: string; pages: readonly NavigationPage[] }[] = [
  { title: "", pages: [{ to: "/home", icon: "home", label: "Home" }] },
  {
    title: "Intelligence",
    pages: [{ to: "/intelligence/transaction-history", icon: "list", label: "Transaction history", short: "History" }],
  },
  {
    title: "Sources",
    pages: [
      { to: "/wallets", icon: "wallet", label: "Wallets" },
      { to: "/health", icon: "pulse", label: "Data health" },
      { to: "/privacy", icon: "shield", label: "Privacy" },
    ],
  },
];

/** Every page of the navigation. */
export const navigationPages: readonly NavigationPage[] = groups.flatMap((group) => group.pages);
