import type { Balance, Coverage, Portfolio, SharedPortfolio } from "./types";

const NO_ANSWER = "This source does not answer right now.";

function coverageOf({ coverage }: SharedPortfolio): Coverage {
  return {
    ...coverage,
    unpriced: coverage.unpriced.map(({ reason, ...gap }) => ({
      ...gap,
      assumed_decimals: null,
      reason: reason.code,
      text: reason.text,
    })),
    failed: coverage.failed.map((one) => ({
      ...one,
      source: one.name,
      reason: "unavailable",
      text: NO_ANSWER,
      retry_at: null,
    })),
    held_back: [],
    stale: coverage.stale.map((one) => ({
      ...one,
      source: one.name,
      reason: "not_read_again",
      text: "Data is out of date.",
    })),
    // Visitors see how many wallets are unread, but not which.
    unread: Array.from({ length: coverage.unread }, (_, at) => ({
      wallet: String(at),
      address: "",
      label: "A wallet",
      reason: "unread_wallet" as const,
      text: "One of the owner's wallets can't be read.",
    })),
    // Data health is the owner's.
    unreconciled: { differing: 0, incomplete: 0 },
    not_looked_for: coverage.not_looked_for.map((one) => ({
      ...one,
      ...(one.protocol === null
        ? {
            reason: "unlisted_tokens" as const,
            text: `Unlisted tokens are not detected on ${one.chain_name}.`,
          }
        : { reason: "unread_protocol" as const, text: `${one.protocol} could not be read.` }),
    })),
  };
}

/** Converts a balance to the portfolio that the page shows. In a visitor's view, what only the owner sees is empty. */
export function toPortfolioView(balance: Balance, chosen: readonly string[] = []): Portfolio {
  if (balance.view === "own") return { ...balance, chosen };
  const { asset_prices, user_wallet, wallets } = balance;
  return {
    ...balance,
    view: "own",
    chosen: [],
    refreshing: false,
    read_at: balance.as_of,
    hidden: [],
    quiet_networks: [],
    coverage: coverageOf(balance),
    user_wallet: {
      ...user_wallet,
      assets: user_wallet.assets.map((row) => ({
        ...row,
        manual_price: false,
        parts: row.parts.map((part) => ({ ...part, added: false, assumed_decimals: null })),
      })),
      active: true,
      modified_on: balance.as_of,
    },
    asset_prices: Object.fromEntries(
      Object.entries(asset_prices).map(([asset, price]) => [asset, { ...price, manual: false }]),
    ),
    wallets: wallets.map((wallet) => ({ ...wallet, id: wallet.address, nickname: null })),
  };
}
