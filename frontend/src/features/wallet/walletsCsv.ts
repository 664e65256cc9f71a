import { csvText } from "../../format/csv";
import type { WalletCard } from "./types";
import { nameOf, titleCase } from "./words";

const COLUMNS = [
  "name",
  "address",
  "wallet app",
  "group",
  "networks",
  "value",
  "currency",
  "holdings without a price",
] as const;

/** The wallets as CSV, one per line. A value that is not known is empty, and each states how many holdings it leaves out. */
export const walletsCsv = (wallets: readonly WalletCard[], currency: string): string =>
  csvText([
    COLUMNS,
    ...wallets.map((wallet) => [
      nameOf(wallet),
      wallet.address,
      wallet.wallet ? titleCase(wallet.wallet.name) : "",
      wallet.group ?? "",
      wallet.values.map(({ name }) => name).join("; "),
      wallet.total_value ?? "",
      currency,
      String(wallet.unpriced),
    ]),
  ]);
