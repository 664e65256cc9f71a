/** The sections that feedback can be about. */
export const sections = [
  "Overview",
  "Balance Sheet",
  "Asset Value",
  "Net Flows",
  "Transaction History",
  "Counterparty Volume",
  "Insights",
  "Wallets",
  "Blockchain Fees",
  "Profile",
  "Export Data",
] as const;

/** A section that feedback can be about. */
export type Section = (typeof sections)[number];

/** The ratings, from 1 to 5. */
export const ratings: readonly string[] = ["Terrible", "Bad", "Alright", "Good", "Excellent"];
