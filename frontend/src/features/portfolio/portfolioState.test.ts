import { expect, test } from "vitest";
import { coverage, portfolio, row } from "./portfolio.test-data";
import { portfolioState } from "./portfolioState";
import type { Coverage, Portfolio } from "./types";

const wallet: Portfolio["wallets"][number] = {
  id: "w",
  address: "0x8a12",
  display_address: null,
  nickname: null,
  reverse_name: null,
  label: "0x8a12",
  value: null,
  share: null,
  priced: 0,
  unpriced: 0,
  reading: 0,
  chains: [],
};
const failed: Coverage["failed"][number] = {
  source: "evm",
  name: "0x8a12 on OP Mainnet",
  reason: "unavailable",
  text: "The node is not answering right now.",
  retry_at: null,
  chain: "eip155:10",
  wallet_address: "0x8a12",
  last_good: null,
};
const at = (over: Partial<Portfolio>, assets: Portfolio["user_wallet"]["assets"] = []) =>
  portfolioState(portfolio(assets, { wallets: [wallet], ...over }));

test("only a list without wallets and a list read through are a zero", () => {
  expect(portfolioState(portfolio([]))).toBe("noWallets");
  expect(at({ total: "0" })).toBe("empty");
});

test("before the first answer nothing is known, not zero", () => {
  expect(at({ total: null, refreshing: true })).toBe("reading");
  expect(at({ total: null, coverage: coverage({ reading: 2 }) })).toBe("reading");
  expect(at({ total: "0", coverage: coverage({ reading: 1 }) })).toBe("reading");
});

test("an account that failed keeps an empty answer from being a zero", () => {
  expect(at({ total: "0", coverage: coverage({ failed: [failed] }) })).toBe("unknown");
  expect(at({ total: null })).toBe("unknown");
  expect(at({ total: null }, [row("a", null)])).toBe("unknown");
});

test("with holdings and a total there are figures, whatever is still being read", () => {
  expect(at({ total: "5", coverage: coverage({ reading: 3, failed: [failed] }) }, [row("a", "5")])).toBe("known");
});
