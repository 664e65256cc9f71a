import type { IconName } from "../ui/Icon";

/** The groups of the sidebar, in their order. */
export const GROUPS = ["", "Intelligence", "Sources"] as const;

/** A page. The routes, the sidebar, the tab bar, the palette, the build and the server follow from this list. */
export interface AppPage {
  path: string;
  /** The file in this folder that renders it, without its ending. */
  file: `${string}Route`;
  label: string;
  /** Other words by which it is found. */
  also?: string;
  /** Its place in the sidebar; null if it is reached otherwise. */
  group: (typeof GROUPS)[number] | null;
  icon: IconName;
  /** Its label in the tab bar of phones, which has room for four; null if it is not there. The tab of Sources opens its group. */
  tab: string | null;
  /** The pages below it that the same file renders, as a path that is appended to its own. */
  below?: `/:${string}`;
  /** Whether it is shown without a session. */
  isOpen?: true;
}

export const pages: readonly AppPage[] = [
  { path: "/home", file: "HomeRoute", label: "Home", group: "", icon: "home", tab: "Home" },
  {
    path: "/decentralized-finance",
    file: "DefiRoute",
    label: "DeFi",
    also: "Decentralized finance, loans, staking, liquidity, balance sheet",
    group: "",
    icon: "layers",
    tab: null,
  },
  {
    path: "/intelligence",
    file: "IntelligenceRoute",
    label: "Overview",
    also: "Intelligence, net flows",
    group: "Intelligence",
    icon: "flows",
    tab: null,
  },
  {
    path: "/intelligence/transaction-history",
    file: "HistoryRoute",
    label: "Transaction history",
    group: "Intelligence",
    icon: "list",
    tab: "History",
  },
  {
    path: "/intelligence/asset-value",
    file: "AssetValueRoute",
    label: "Asset value",
    group: "Intelligence",
    icon: "chart",
    tab: null,
  },
  {
    path: "/intelligence/insights",
    file: "InsightsRoute",
    label: "Insights",
    also: "Reduce cost, reduce risk, increase yield",
    group: "Intelligence",
    icon: "bulb",
    tab: null,
  },
  {
    path: "/intelligence/approvals",
    file: "ApprovalsRoute",
    label: "Approvals",
    also: "Allowances, spenders, revoke, permits",
    group: "Intelligence",
    icon: "key",
    tab: null,
  },
  {
    path: "/intelligence/costs",
    file: "CostsRoute",
    label: "Costs",
    group: "Intelligence",
    icon: "scales",
    tab: null,
  },
  {
    path: "/intelligence/volume-traded-by-counterparty",
    file: "CounterpartiesRoute",
    label: "Counterparties",
    also: "Volume traded by counterparty",
    group: "Intelligence",
    icon: "flows",
    tab: null,
  },
  { path: "/wallets", file: "WalletsRoute", label: "Wallets", group: "Sources", icon: "wallet", tab: "Sources" },
  {
    path: "/exchanges",
    below: "/:exchange/:name",
    file: "ExchangesRoute",
    label: "Exchanges",
    group: "Sources",
    icon: "bank",
    tab: null,
  },
  { path: "/health", file: "HealthRoute", label: "Data health", group: "Sources", icon: "pulse", tab: null },
  {
    path: "/privacy",
    file: "PrivacyRoute",
    label: "Privacy",
    group: "Sources",
    icon: "shield",
    tab: null,
    isOpen: true,
  },
  { path: "/profile", file: "ProfileRoute", label: "Profile", group: null, icon: "user", tab: null },
];

/** The paths that emails and other sites link to. */
export const LINK_PATHS = [
  "verify-email",
  "app-feature",
  "landing-page-whale",
  "landing-page-peace-of-mind",
  "landing-page-intelligence",
] as const;

/** The pages of connecting an account on the page of an exchange: those to which it sends people back, and the one of the demo. */
export const CONNECT_PAGES = ["coinbase", "gemini", "demo"] as const;

/** Every path that the page renders, besides shared portfolios. */
export const paths = (): string[] => [
  "/",
  "/welcome",
  ...pages.map(({ path }) => path),
  ...LINK_PATHS.map((name) => `/${name}`),
  ...CONNECT_PAGES.map((name) => `/connect/${name}`),
];
