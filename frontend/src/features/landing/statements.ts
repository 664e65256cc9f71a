import type { IconName } from "../../ui/Icon";
import type { LandingName } from "./types";

export interface Statement {
  icon: IconName;
  title: string;
  text: string;
}

interface LandingTexts {
  topic: string;
  promise: string;
  statements: readonly Statement[];
}

/** What each landing page says about Spyhop. */
export const landings: Readonly<Record<LandingName, LandingTexts>> = {
  "landing-page-whale": {
    topic: "Whale tracking",
    promise: "See what any public address holds. Select any figure to see where it comes from.",
    statements: [
      {
        icon: "search",
        title: "Open any address",
        text: "Paste a public address or an ENS name and see what it holds, on every network that this server reads.",
      },
      {
        icon: "hide",
        title: "No one learns that you watch",
        text: "The page of an address is the same whether or not someone watches it.",
      },
      {
        icon: "info",
        title: "Every amount explains itself",
        text: "Select an amount to see the balance, its block, the price and where each of them comes from.",
      },
    ],
  },
  "landing-page-peace-of-mind": {
    topic: "Peace of mind",
    promise: "All your wallets in one net worth. Select any figure to see where it comes from.",
    statements: [
      {
        icon: "pulse",
        title: "Totals that know their gaps",
        text: "An unknown price is never counted as zero. Each total lists the holdings that it leaves out.",
      },
      {
        icon: "key",
        title: "No keys, no signatures",
        text: "Spyhop reads public balances and can move nothing. A pasted recovery phrase is cleared and never sent.",
      },
      {
        icon: "list",
        title: "You see every request",
        text: "The Privacy page lists which data provider received which address, when and why.",
      },
    ],
  },
  "landing-page-intelligence": {
    topic: "Real-time intelligence",
    promise: "Your value, costs and transactions in one place. Select any figure to see where it comes from.",
    statements: [
      {
        icon: "scales",
        title: "Prices that agree",
        text: "A price is the median of the sources that agree. Outliers are excluded and reported.",
      },
      {
        icon: "check",
        title: "A history that adds up",
        text: "Spyhop compares the history of each wallet with its balance. A difference has a likely cause and a next step.",
      },
      {
        icon: "flows",
        title: "Your own transfers are recognized",
        text: "A transfer between your wallets is matched, so that it counts neither as income nor as a sale.",
      },
    ],
  },
};
