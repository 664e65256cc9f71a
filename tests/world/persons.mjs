// The persons of the test world and their holdings. Their addresses are the node's funded accounts.

const E18 = 10n ** 18n;

/** In the order of the node's accounts, which determines the addresses: add new persons at the end. */
export const NAMES = ["alice", "bob", "carol", "dave", "erin", "frank"];

/** The balance of each person in wei after the setup, by chain id. Frank has nothing. */
const NATIVE = {
  1: { alice: 12_345_678_901_234_567_890n, bob: 1n, carol: 3n * E18, dave: 250_000n * E18 + 7n, erin: 0n, frank: 0n },
  10: { alice: 987_654_321_000_000_001n, bob: 42n * E18, carol: 0n, dave: 5n, erin: E18 / 2n, frank: 0n },
};

/** Raw token amounts sent to each person, by chain id and by the keys of tokens.mjs. */
const HOLDINGS = {
  1: {
    alice: {
      usdc: 1_234_567_890n, wbtc: 15_000_001n, dai: 2_500n * E18 + 1n, weth: E18 + 1n, ticket: 3n, maker: 7n * E18 + 7n,
      nodecimals: 1_000n, fee: 100n * E18, control: 5n * E18, long: 9n * E18,
    },
    bob: { usdc: 1n, dai: 10n ** 15n, ticket: 1n },
    carol: { weth: 3n * E18, fee: 1n },
    dave: { usdc: 250_000_000_000_000n, huge: 2n ** 128n + 1n, wbtc: 2_100_000_000_000_000n },
    erin: { huge: 2n ** 255n, nodecimals: 2n ** 129n },
  },
  10: {
    alice: { usdc: 77_000_001n, weth: 2n * E18 + 3n, huge: 2n ** 200n + 9n },
    bob: { usdc: 999_999_999n, dai: 3n * E18, wbtc: 1n, fee: 7n * E18 },
    dave: { ticket: 2n ** 64n, dai: 1n },
  },
};

/** The chain whose holdings all further chains of benchmarks have. */
const LIKE = 10;

/** The persons of a chain: { name, address, native, holdings }. */
export const personsOf = (chain) =>
  NAMES.map((name, index) => ({
    name,
    address: chain.accounts[index],
    native: (NATIVE[chain.id] ?? NATIVE[LIKE])[name],
    holdings: (HOLDINGS[chain.id] ?? HOLDINGS[LIKE])[name] ?? {},
  }));
